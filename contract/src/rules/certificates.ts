import { textMatches } from './search.ts'

/** Sentences shared by console and server. */
export const certificateTexts = {
  notFound: 'Certificate not found.',
  foreign: 'This is not a certificate url or token of ours.',
} as const

/** Agencies of the pilot phase; some of their certificates are stored elsewhere (spec-001 §9). */
const pilotAgencies: ReadonlySet<number> = new Set([
  6938, 8951, 13_141, 6866, 99_999_103, 99_999_104, 99_999_111, 99_999_808,
])

/** True for an agency that may have certificates that are not shown here. */
export function isPilotAgency(agencyId: number): boolean {
  return pilotAgencies.has(agencyId)
}

/** A client id zero-padded to eight digits. */
export function padClientId(clientId: string): string {
  return clientId.padStart(8, '0')
}

/** True if the client's name contains the text, or its id begins with it, with all, some or none of its zeros. */
export function matchesClient({ clientId, name }: { clientId: string; name: string }, text: string): boolean {
  const wanted = text.trim()
  if (textMatches([name], wanted)) return true
  const starts = clientId.search(/[^0]|$/) + 1
  return Array.from({ length: starts }).some((_, at) => clientId.startsWith(wanted, at))
}

/** The calendar date `YYYY-MM-DD` as MM/DD/YYYY, independent of time zones. */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${month}/${date}/${year}`
}

/** True from the day after the expiration date. `today` is a calendar date in the same form. */
export function hasExpired(expirationDate: string, today: string): boolean {
  return expirationDate < today
}
