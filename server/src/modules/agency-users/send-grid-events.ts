import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import type { Handler } from '../../calls/context.ts'
import { addEmailEvents, type NewEmailEvent } from './log-store.ts'
import { getAccountChange, toEmailEvent } from './sendgrid-event.ts'

/** Stores mail events of one of the accounts, and logs what becomes of the account itself; idempotent. */
export function keepSendGridEvents(account: '5x' | '6x'): Handler<typeof agencyUsers.sendGridEvents5x> {
  return async (events, { tx, hint, services, request }) => {
    const ofMails: NewEmailEvent[] = []
    for (const event of events) {
      const change = getAccountChange(event)
      if (change === undefined) ofMails.push(toEmailEvent(event))
      else
        services.log.warn('provider.account', {
          requestId: request.id,
          provider: 'SendGrid',
          account,
          change,
        })
    }
    if (ofMails.length === 0) return null
    for (const agencyId of await addEmailEvents(tx, ofMails))
      if (agencyId !== null) hint('agencyUsers', agencyId)
    return null
  }
}
