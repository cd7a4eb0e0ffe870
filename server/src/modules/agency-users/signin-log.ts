import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import type { Handler } from '../../calls/context.ts'
import { listSignins } from './log-store.ts'
import { findUser } from './store.ts'
import { signinView } from './view.ts'

/** The latest sign-ins of a user. */
export const signinLog: Handler<typeof agencyUsers.signinLog> = async (input, ctx) => {
  const rows = await listSignins(ctx.db, input)
  if (rows.length === 0 && (await findUser(ctx.db, input.agencyId, input.username)) === undefined)
    throw ctx.refuse('noUser')
  return rows.map(signinView)
}
