import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import type { Handler } from '../../calls/context.ts'
import { addEmailEvents } from './log-store.ts'
import { toEmailEvent } from './sendgrid-event.ts'

/** Keeps events of mails; those that were kept before change nothing. */
export const sendGridEvents5x: Handler<typeof agencyUsers.sendGridEvents5x> = async (events, ctx) => {
  if (events.length > 0) await addEmailEvents(ctx.tx, events.map(toEmailEvent))
  return null
}

/** The same for the account that mails agencies on the newer version. */
export const sendGridEvents6x: Handler<typeof agencyUsers.sendGridEvents6x> = sendGridEvents5x
