import { searchSchema, text } from '../lib/address.ts'

/** What the agency screen and its tabs read of its address. */
export const agencySearch = searchSchema({
  /** Deep-link name of a tab. */
  tab: text,
  client: text,
  log: text,
  command: text,
  argument: text,
  initials: text,
  message: text,
  /** Names the dialog that is open. */
  create: text,
})

/** Address of the search for agencies. */
export const agencyList = '/'

/** Address of an agency's screen; `tab` is the deep-link name of a tab, `query` what that tab reads. */
export function agencyAddress(agencyId: number, tab?: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams({ ...(tab === undefined ? {} : { tab }), ...query }).toString()
  return `/agency-detail/${agencyId}${search === '' ? '' : `?${search}`}`
}
