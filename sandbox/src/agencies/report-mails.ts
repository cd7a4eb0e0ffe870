import { emailCategories, emailEvents } from '@agency-support/contract/rules/agency-users'
import type { DemoAgency } from '../demo-data/agencies.ts'
import { type DemoEmailEvent, demoEmailEvents } from '../demo-data/email-events.ts'
import { callControl } from '../providers/control.ts'

/** Events per request of SendGrid. */
const perRequest = 500

/** SendGrid's names for the console's event codes. */
const names: Readonly<Record<(typeof emailEvents)[number], string>> = {
  Other: 'other',
  Processed: 'processed',
  Dropped: 'dropped',
  Delivered: 'delivered',
  Deferred: 'deferred',
  Bounce: 'bounce',
  Open: 'open',
  Click: 'click',
  Spam: 'spamreport',
  Unsubscribe: 'unsubscribe',
  Block: 'bounce',
}

/** The events that put an address on a list. */
const suppressing = [
  ['bounces', 'Bounce'],
  ['blocks', 'Block'],
  ['spam_reports', 'Spam'],
] as const

/** An event as posted by SendGrid; its id is stable, so that repeating it changes nothing. */
export function toSendGridEvent(mail: DemoEmailEvent, number: number): object {
  const name = emailEvents[mail.event] ?? 'Other'
  const category = emailCategories[mail.category]?.toLowerCase().replaceAll(' ', '_')
  return {
    email: mail.toEmail,
    timestamp: Math.floor(mail.sentAt.getTime() / 1000),
    event: names[name],
    sg_event_id: `demo-${mail.agencyId}-${mail.username}-${number}`,
    sg_message_id: `demo-${mail.agencyId}-${number}.recvd`,
    // As at SendGrid, a category is a string or a list.
    category: number % 2 === 0 ? category : [category],
    agency_id: String(mail.agencyId),
    username: mail.username,
    ...(name === 'Block' ? { type: 'blocked', reason: '550 5.7.1 Rejected by policy' } : {}),
    ...(name === 'Bounce' ? { type: 'bounce', reason: '550 5.1.1 No such user', status: '5.1.1' } : {}),
  }
}

/**
 * Makes the SendGrid emulator, through its control port, report mail events for the users of these agencies to a
 * server: newest first, and some twice. Bounced addresses and the like are suppressed.
 */
export async function reportMails(options: {
  control: string
  origin: string
  agencies: readonly DemoAgency[]
  now: Date
}): Promise<void> {
  const { control, origin, agencies, now } = options
  await callControl(control, 'POST', '/webhook', { url: origin })
  for (const mode of ['5x', '6x'] as const) {
    const own = agencies.filter(({ isOnline }) => isOnline === (mode === '6x'))
    const mails = [...demoEmailEvents(own, now)]
    for (const [list, name] of suppressing) {
      const emails = mails.filter(({ event }) => emailEvents[event] === name).map(({ toEmail }) => toEmail)
      await callControl(control, 'POST', '/suppressions', { mode, list, emails })
    }
    const events = mails.map(toSendGridEvent).toReversed()
    for (let at = 0; at < events.length; at += perRequest) {
      const batch = events.slice(at, at + perRequest)
      const { status } = (await callControl(control, 'POST', '/events', {
        mode,
        events: [...batch, ...batch.slice(0, 3)],
      })) as { status: number }
      if (status !== 204) throw new Error(`events of mails were answered with status ${status}`)
    }
  }
}
