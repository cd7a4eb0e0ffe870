import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import type { Handler } from '../../calls/context.ts'
import { addEmailEvents } from './log-store.ts'
import { toEmailEvent } from './sendgrid-event.ts'

/** Keeps events of mails, of either account; those that were kept before change nothing. */
export const keepSendGridEvents: Handler<typeof agencyUsers.sendGridEvents5x> = async (events, ctx) => {
  if (events.length > 0) await addEmailEvents(ctx.tx, events.map(toEmailEvent))
  return null
}
