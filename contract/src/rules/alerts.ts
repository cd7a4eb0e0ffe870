import { P } from '../permissions.ts'
import { withoutInvisible } from './search.ts'
import { shorten } from './shorten.ts'

/** Sentences from the documents and from our decisions. */
export const alertSentences = {
  none: 'No active alerts',
  gone: 'This alert is no longer active.',
  resolved: 'This alert is resolved already.',
  mayNotManage:
    'You do not have permission to manage system alerts. Please contact your manager for assistance.',
} as const

/** Categories of alerts (spec-002 §3); 0 means that nothing is chosen yet. */
export const alertCategories = [
  { value: 0, label: 'Not Set' },
  { value: 1, label: 'System Outage' },
  { value: 2, label: 'Maintenance' },
] as const

/** How urgent an alert is, with the colour of its chip (spec-002 §3). */
export const alertPriorities = [
  { value: 0, label: 'Not Set', color: 'blue' },
  { value: 1, label: 'Low', color: 'green' },
  { value: 2, label: 'Medium', color: 'amber' },
  { value: 3, label: 'High', color: 'red' },
] as const

/** The part of the product that an alert concerns (spec-002 §3). */
export const alertFeatures = [
  { value: 0, label: 'Not Set' },
  { value: 1, label: 'General' },
  { value: 2, label: 'Vendor' },
  { value: 3, label: 'Texting' },
] as const

export const AlertRecipients = { notSet: 0, specific: 1, all: 2, region: 3 } as const

/** Regions as alerts name them (spec-002 §3); the numbers are those of the agencies' regions (A-11, D-82). */
export const alertRegions = ['North West', 'South West', 'Central', 'East'] as const

/** Maximum length of a message, and maximum number of agencies of an alert (D-81). */
export const maxAlertMessage = 2_000
export const maxAlertAgencies = 10_000

/** Most agencies that the delivery of an alert lists (D-82). */
export const maxDeliveryNames = 500

/** The label of a value; that of Not Set for an unknown value. */
export function getAlertLabel(list: readonly { value: number; label: string }[], value: number): string {
  return list.find((one) => one.value === value)?.label ?? 'Not Set'
}

/** The colour of a priority's chip. */
export function getPriorityColor(priority: number): (typeof alertPriorities)[number]['color'] {
  return alertPriorities.find(({ value }) => value === priority)?.color ?? 'blue'
}

/** The text of the Affected column; empty for an unknown type of recipients. */
export function getAffected(alert: { systemAlertRecipientType: number; region: number | null }): string {
  switch (alert.systemAlertRecipientType) {
    case AlertRecipients.specific:
      return 'Specific Agencies'
    case AlertRecipients.all:
      return 'All Agencies'
    case AlertRecipients.region:
      return `${alertRegions[alert.region ?? -1] ?? 'Unknown'} Region`
    default:
      return ''
  }
}

const maxNamed = 60

/** A short name of an alert: its feature, and the beginning of its message. */
export function getAlertName({ feature, message }: { feature: number; message: string }): string {
  const [first = ''] = message.split('\n', 1)
  return `${getAlertLabel(alertFeatures, feature)}: ${shorten(first, maxNamed)}`
}

/** An alert in its form; 0 means not chosen yet. */
export interface AlertDraft {
  category: number
  priority: number
  feature: number
  message: string
  recipients: number
  agencyIds: readonly number[]
}

/** The sentence about a message that is too long; undefined if it is not. */
function whyNotAlertMessage(message: string): string | undefined {
  return message.trim().length > maxAlertMessage
    ? `Message must be at most ${maxAlertMessage} characters.`
    : undefined
}

/** What is missing before an alert can be saved, in the order of the form. */
function findMissingOfAlert(draft: AlertDraft): string[] {
  const { recipients, agencyIds } = draft
  const { specific, all } = AlertRecipients
  const missing = [
    ['a category', draft.category === 0],
    ['a priority', draft.priority === 0],
    ['a feature', draft.feature === 0],
    ['a message', draft.message.trim() === ''],
    ['who to send to', recipients !== specific && recipients !== all],
    ['an agency', recipients === specific && agencyIds.length === 0],
  ] as const
  return missing.flatMap(([what, isMissing]) => (isMissing ? [what] : []))
}

/** Why an alert cannot be saved; undefined if it can. */
export function whyNotSaveAlert(draft: AlertDraft): string | undefined {
  const missing = findMissingOfAlert(draft)
  if (missing.length > 0) return `Still missing: ${missing.join(', ')}.`
  if (draft.recipients === AlertRecipients.specific && draft.agencyIds.length > maxAlertAgencies)
    return `An alert goes to at most ${maxAlertAgencies} listed agencies.`
  return whyNotAlertMessage(draft.message)
}

/** The result of parsing a text with agency ids. */
export interface AddedAgencies {
  agencyIds: readonly number[]
  /** Ids that were already listed. */
  known: readonly number[]
  /** Pieces that are not agency ids. */
  dropped: readonly string[]
}

/** Adds the ids in a typed or pasted text to a list; an id has 1 to 8 ASCII digits and is at least 1 (D-41). */
export function addAgencies(listed: readonly number[], text: string): AddedAgencies {
  const agencyIds = [...listed]
  const seen = new Set(listed)
  const known: number[] = []
  const dropped: string[] = []
  for (const piece of withoutInvisible(text)
    .split(/[\s,;]/)
    .filter((part) => part !== '')) {
    const id = /^[0-9]{1,8}$/.test(piece) ? Number(piece) : 0
    if (id < 1) dropped.push(piece)
    else if (seen.has(id)) known.push(id)
    else {
      seen.add(id)
      agencyIds.push(id)
    }
  }
  return { agencyIds, known, dropped }
}

/** Why a person who may open the screen may not change alerts; undefined if they may. */
export function whyNotManageAlerts(permissions: readonly number[]): string | undefined {
  return permissions.includes(P.CanManageSystemAlerts) ? undefined : alertSentences.mayNotManage
}
