import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import type { Handler } from '../../calls/context.ts'
import { listCreated } from './super-user-store.ts'
import { creationView } from './view.ts'

/** More than anybody reads; what is older stands in the history. */
const maxLines = 1_000

/** The last temporary users made for an agency. */
export const creationLogs: Handler<typeof agencyUsers.creationLogs> = async ({ agencyId }, ctx) =>
  (await listCreated(ctx.db, agencyId, maxLines)).map(creationView)

/** The same in the form of a screen inside a frame. */
export const listSuperUsers6x: Handler<typeof agencyUsers.listSuperUsers6x> = async (input, ctx) =>
  (await listCreated(ctx.db, input.AgencyId, maxLines)).map(creationView)
