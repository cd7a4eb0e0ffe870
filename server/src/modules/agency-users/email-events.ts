import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import type { Handler } from '../../calls/context.ts'
import { listEmailEvents } from './log-store.ts'
import { findUser } from './store.ts'
import { emailEventView } from './view.ts'

/** Ten pages of the dialog. */
const maxShown = 100

/** Events of the latest mails to a user. */
export const emailEvents: Handler<typeof agencyUsers.emailEvents> = async ({ agencyId, username }, ctx) => {
  const rows = await listEmailEvents(ctx.db, { agencyId, username, limit: maxShown })
  if (rows.length === 0 && (await findUser(ctx.db, agencyId, username)) === undefined)
    throw ctx.refuse('noUser')
  return rows.map(emailEventView)
}
