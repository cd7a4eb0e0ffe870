/** Sentences that console and server share. */
export const certificateTexts = {
  notFound: 'Certificate not found.',
  foreign: 'This is not a certificate url or token of ours.',
} as const

/** A client id with its zeros: eight digits. */
export function padClientId(clientId: string): string {
  return clientId.padStart(8, '0')
}

/** The calendar date `YYYY-MM-DD` as MM/DD/YYYY, the same day in every time zone. */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${month}/${date}/${year}`
}
