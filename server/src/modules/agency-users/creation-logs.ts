import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import type { Handler } from '../../calls/context.ts'
import { listCreated } from './super-user-store.ts'
import { creationView } from './view.ts'

/** More than anybody reads; older ones are in the history. */
const maxLines = 1_000

/** The latest temporary users created for an agency. */
export const creationLogs: Handler<typeof agencyUsers.creationLogs> = async ({ agencyId }, ctx) =>
  (await listCreated(ctx.db, agencyId, maxLines)).map(creationView)

/** The same for a framed screen. */
export const listSuperUsers6x: Handler<typeof agencyUsers.listSuperUsers6x> = async (input, ctx) =>
  (await listCreated(ctx.db, input.AgencyId, maxLines)).map(creationView)
