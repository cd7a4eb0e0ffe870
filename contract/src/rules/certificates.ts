import { textMatches } from './search.ts'

/** Sentences that console and server share. */
export const certificateTexts = {
  notFound: 'Certificate not found.',
  foreign: 'This is not a certificate url or token of ours.',
} as const

/** Agencies that tried certificates out before everybody else; some of theirs are kept elsewhere (spec-001 §9). */
const pilotAgencies: ReadonlySet<number> = new Set([
  6938, 8951, 13_141, 6866, 99_999_103, 99_999_104, 99_999_111, 99_999_808,
])

/** True for an agency that may have certificates which are not shown here. */
export function isPilotAgency(agencyId: number): boolean {
  return pilotAgencies.has(agencyId)
}

/** A client id with its zeros: eight digits. */
export function padClientId(clientId: string): string {
  return clientId.padStart(8, '0')
}

/** True for a client whose name holds the text, or whose id begins with it, with or without its zeros. */
export function matchesClient({ clientId, name }: { clientId: string; name: string }, text: string): boolean {
  const wanted = text.trim()
  if (textMatches([name], wanted)) return true
  return clientId.startsWith(wanted) || clientId.replace(/^0+/, '').startsWith(wanted)
}

/** The calendar date `YYYY-MM-DD` as MM/DD/YYYY, the same day in every time zone. */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${month}/${date}/${year}`
}

/** True from the day after it on. `today` is a calendar date like the policy's own. */
export function hasExpired(expirationDate: string, today: string): boolean {
  return expirationDate < today
}
