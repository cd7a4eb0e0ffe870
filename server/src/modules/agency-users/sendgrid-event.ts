import type { SendGridEvent } from '@agency-support/contract/modules/sendgrid-event'
import { emailCategories, emailEvents } from '@agency-support/contract/rules/agency-users'
import { isPlainText } from '@agency-support/contract/rules/hidden-characters'
import type { NewEmailEvent } from './log-store.ts'

type EventName = (typeof emailEvents)[number]
type Category = (typeof emailCategories)[number]

/** The console's names for SendGrid's events; a bounce may also become a block. */
const names: Readonly<Record<string, EventName>> = {
  processed: 'Processed',
  dropped: 'Dropped',
  delivered: 'Delivered',
  deferred: 'Deferred',
  bounce: 'Bounce',
  open: 'Open',
  click: 'Click',
  spamreport: 'Spam',
  unsubscribe: 'Unsubscribe',
  group_unsubscribe: 'Unsubscribe',
}
const categories: Readonly<Record<string, Category>> = {
  email_verification: 'Email Verification',
  temporary_password: 'Temporary Password',
  forgot_password: 'Forgot Password',
}

/** The events of mails, to be stored; SendGrid also reports changes of our account, such as its suspension. */
export function toEmailEvents(events: readonly SendGridEvent[]): NewEmailEvent[] {
  return events.flatMap((given) => (given.email === undefined ? [] : [toEmailEvent(given, given.email)]))
}

/** Without agency and user unless the mail named both. */
function toEmailEvent(given: SendGridEvent, toEmail: string): NewEmailEvent {
  const agencyId = toAgencyId(given.agency_id)
  const username = toUsername(given.username)
  const isKnown = agencyId !== null && username !== null
  return {
    sgEventId: given.sg_event_id,
    agencyId: isKnown ? agencyId : null,
    username: isKnown ? username : null,
    sendGridTS: new Date(given.timestamp * 1000).toISOString(),
    event: emailEvents.indexOf(getName(given)),
    toEmail,
    category: toCategory(given.category),
  }
}

function getName({ event, type }: SendGridEvent): EventName {
  if (event === 'bounce' && type === 'blocked') return 'Block'
  return (Object.hasOwn(names, event) ? names[event] : undefined) ?? 'Other'
}

/** A single category is text, several are a list; the first known one counts. */
function toCategory(given: unknown): number {
  const list = Array.isArray(given) ? (given as unknown[]) : [given]
  const known = list.find((one) => typeof one === 'string' && Object.hasOwn(categories, one)) as
    | string
    | undefined
  return known === undefined ? 0 : emailCategories.indexOf(categories[known] ?? 'Other')
}

function toAgencyId(given: unknown): number | null {
  const text = typeof given === 'number' ? String(given) : given
  return typeof text === 'string' && /^0*[1-9]\d{0,7}$/.test(text) ? Number(text) : null
}

function toUsername(given: unknown): string | null {
  const isOne = typeof given === 'string' && given.length >= 1 && given.length <= 60
  return isOne && isPlainText(given) ? given : null
}
