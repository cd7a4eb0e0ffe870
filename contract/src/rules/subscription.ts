/** Fields of the billing cycle, in the order of the card (spec-001 §2.6). */
export const billingFields = [
  'CmsAgencyId',
  'CycleStartDay',
  'CycleStartMonth',
  'PaymentPlan',
  'BillingFrequency',
  'Description',
  'PaymentMethod',
] as const
export type BillingField = (typeof billingFields)[number]

/** The billing data of an agency; null for fields that the back office does not fill. */
export type Billing = Readonly<Record<BillingField, string | null>>

/** A plain value as text; null for none, undefined for any other type. */
function plainText(value: unknown): string | null | undefined {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value.trim() === '' ? null : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** True for an object of other fields only, such as a failure that the back office tells with status 200. */
function isForeign(given: object): boolean {
  const names = Object.keys(given)
  return names.length > 0 && !billingFields.some((field) => names.includes(field))
}

/** Reads the billing answer, which is JSON text inside the envelope; null if it is not valid billing data. */
export function readBilling(json: string): Billing | null {
  const value = parsed(json)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  if (isForeign(value)) return null
  const given = value as Readonly<Record<string, unknown>>
  const read = billingFields.map((field) => [field, plainText(given[field])] as const)
  return read.some(([, text]) => text === undefined) ? null : (Object.fromEntries(read) as Billing)
}

/** The text of a card's value; N/A if empty. */
export function orNotAvailable(value: string | number | null | undefined): string {
  return plainText(value) ?? 'N/A'
}

const cutMark = '\n[The rest of this license is left out: it is longer than 1 MB.]'

/** The date code as passed on, with a mark at its end if it was cut. */
export function markCut(text: string, isCut: boolean): string {
  return isCut ? text + cutMark : text
}

/** The date code without the mark, and whether it was cut. */
export function readLicense(text: string): { text: string; isCut: boolean } {
  return text.endsWith(cutMark)
    ? { text: text.slice(0, -cutMark.length), isCut: true }
    : { text, isCut: false }
}
