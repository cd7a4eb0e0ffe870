import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import type { Handler } from '../../calls/context.ts'
import { readUsers } from './read-users.ts'
import { userView } from './view.ts'

/** Users of an agency; the screen hides placeholder users. */
export const users: Handler<typeof agencyUsers.users> = async ({ agencyId }, ctx) =>
  (await readUsers(ctx.db, agencyId, ctx.now)).map(userView)
