import { accountStatusChange, type SendGridEvent } from '@agency-support/contract/modules/sendgrid-event'
import { emailCategories, emailEvents } from '@agency-support/contract/rules/agency-users'
import { isPlainText } from '@agency-support/contract/rules/hidden-characters'
import { shorten } from '@agency-support/contract/rules/shorten'
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

/** What became of our account at SendGrid, such as compliance_suspend; undefined for an event of a mail. */
export function getAccountChange({ event, type }: SendGridEvent): string | undefined {
  if (event !== accountStatusChange) return undefined
  return typeof type === 'string' ? shorten(type, 100) : 'unknown'
}

/** A mail event to be stored; without agency and user unless its mail named both. */
export function toEmailEvent(given: SendGridEvent): NewEmailEvent {
  const agencyId = toAgencyId(given.agency_id)
  const username = toUsername(given.username)
  const isKnown = agencyId !== null && username !== null
  return {
    sgEventId: given.sg_event_id,
    agencyId: isKnown ? agencyId : null,
    username: isKnown ? username : null,
    sendGridTS: new Date(given.timestamp * 1000).toISOString(),
    event: emailEvents.indexOf(getName(given)),
    toEmail: given.email ?? '',
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
