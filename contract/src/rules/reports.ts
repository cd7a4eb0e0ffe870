import { type CsvColumn, namedFile } from './csv-file.ts'

/** Key of the e-signature product, whose subscription events have a separate view (spec-002 §9). */
export const esignatureKey = 3

/** Maximum rows that a report shows; one more is read to know whether there are more. */
export const maxReportRows = 10_000

/** The message of a table that does not show everything. */
export const tooManyRows = 'More than 10,000 rows: the table shows the first 10,000. Export holds them all.'

/** The reports whose file the server can also make. */
export const fileReports = ['product-billing', 'product-activation', 'subscription-events'] as const
export type FileReport = (typeof fileReports)[number]

/** True for a flag that passes a filter: 0 any, 1 yes, 2 no (spec-002 §9). */
export function flagShows(filter: number, flag: boolean): boolean {
  return filter === 0 || (filter === 1) === flag
}

/** The flags of the activation report that can be filtered, with their labels. */
export const activationFlags = [
  { name: 'visible', label: 'Visible' },
  { name: 'enabled', label: 'Enabled' },
  { name: 'subscribed', label: 'Subscribed' },
  { name: 'optedIn', label: 'Opted In' },
] as const
export type ActivationFlag = (typeof activationFlags)[number]['name']

/** True for a row that passes all four filters. */
export function activationShows(
  filters: Readonly<Partial<Record<ActivationFlag, number | undefined>>>,
  row: Readonly<Record<ActivationFlag, boolean>>,
): boolean {
  return activationFlags.every(({ name }) => flagShows(filters[name] ?? 0, row[name]))
}

const eventNames: Readonly<Record<number, string>> = {
  0: 'Purchase',
  1: 'Cancellation',
  2: 'Trial Start',
  3: 'Trial End',
}
const turnNames: Readonly<Record<number, string>> = { 1: 'Subscribed', [-1]: 'Unsubscribed' }
const unknownEvent = 'Unknown'

/** The name of an event: by its code, for the e-signature product by its sign. */
export function toEventName(keyId: number, subscriptionStatus: number): string {
  const names = keyId === esignatureKey ? turnNames : eventNames
  const status = keyId === esignatureKey ? Math.sign(subscriptionStatus) : subscriptionStatus
  return names[status] ?? unknownEvent
}

/** The choices of the event filter: -1 any, otherwise the event's code (spec-002 §9). */
export const eventFilters = [
  { value: -1, label: 'Any' },
  { value: 0, label: 'Purchases' },
  { value: 1, label: 'Cancellations' },
] as const

/** The choices of the e-signature view's filter: 0 any, otherwise the sign. */
export const turnFilters = [
  { value: 0, label: 'Any' },
  { value: 1, label: 'Subscribed' },
  { value: -1, label: 'Unsubscribed' },
] as const

/** True for an event that passes the filter. */
export function eventShows(filter: number, subscriptionStatus: number): boolean {
  return filter === -1 || filter === subscriptionStatus
}

/** The same in the e-signature view. */
export function turnShows(filter: number, subscriptionStatus: number): boolean {
  return filter === 0 || filter === Math.sign(subscriptionStatus)
}

/** The choices of the filter by whether billing has processed an event: 0 any, 1 yes, 2 no. */
export const processedFilters = [
  { value: 0, label: 'Any' },
  { value: 1, label: 'Processed' },
  { value: 2, label: 'Unprocessed' },
] as const

/** True for a valid IANA time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const format = 'MM/DD/YYYY h:mm:ss a'
const agencyId = { field: 'agencyId', as: 'padded', digits: 8 } as const
const yesNo = { as: 'flag', yes: 'Yes', no: 'No' } as const
const trueFalse = { as: 'flag', yes: 'true', no: 'false' } as const

const billingColumns: readonly CsvColumn[] = [
  { header: 'AgencyId', ...agencyId },
  { header: 'Name', field: 'name', as: 'name' },
  { header: 'Subscribed', field: 'subscribed', ...yesNo },
  { header: 'Status', field: 'status', as: 'word', words: { 0: 'Active' }, otherwise: 'Pending' },
  { header: 'Subscribed On', field: 'subscriptionStarted', as: 'instant', format },
  { header: 'Unsubscribed On', field: 'subscriptionStopped', as: 'instant', format },
]
const activationColumns: readonly CsvColumn[] = [
  { header: 'AgencyId', ...agencyId },
  { header: 'Visible', field: 'visible', ...trueFalse },
  { header: 'Subscribed', field: 'subscribed', ...trueFalse },
  { header: 'Enabled', field: 'enabled', ...trueFalse },
  { header: 'Opted In', field: 'optedIn', ...trueFalse },
  { header: 'Opt In Date', field: 'optInDate', as: 'instant', format },
  { header: 'Name', field: 'name', as: 'name' },
  { header: 'Initials', field: 'initials', as: 'name' },
]
const eventColumns = (words: Readonly<Record<number, string>>): readonly CsvColumn[] => [
  { header: 'Agency Id', ...agencyId },
  { header: 'Agency Name', field: 'agencyName', as: 'name' },
  { header: 'Subscription Event Date', field: 'eventDate', as: 'instant', format },
  {
    header: 'Subscription Event',
    field: 'subscriptionStatus',
    as: 'word',
    words,
    otherwise: unknownEvent,
  },
]

/** Name and columns of a report's CSV file; the same in console and server. */
export function toReportFile(
  report: FileReport,
  product: { name: string; keyId: number },
): { name: string; columns: readonly CsvColumn[] } {
  switch (report) {
    case 'product-billing':
      return { name: namedFile(product.name, '.csv'), columns: billingColumns }
    case 'product-activation':
      return { name: namedFile(product.name, '.csv'), columns: activationColumns }
    case 'subscription-events':
      return {
        name: namedFile(product.name, '_Subscription_Report.csv'),
        columns: eventColumns(product.keyId === esignatureKey ? turnNames : eventNames),
      }
  }
}
