import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import type { Handler } from '../../calls/context.ts'
import { addEmailEvents } from './log-store.ts'
import { toEmailEvents } from './sendgrid-event.ts'

/** Stores mail events of either account; idempotent. */
export const keepSendGridEvents: Handler<typeof agencyUsers.sendGridEvents5x> = async (events, ctx) => {
  const ofMails = toEmailEvents(events)
  if (ofMails.length === 0) return null
  for (const agencyId of await addEmailEvents(ctx.tx, ofMails))
    if (agencyId !== null) ctx.services.live.hint('agencyUsers', agencyId)
  return null
}
