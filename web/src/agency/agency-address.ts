import { formatQuery, searchSchema, text } from '../lib/address.ts'

/** The query parameters of the agency screen and its tabs. */
export const agencySearch = searchSchema({
  /** Deep-link name of a tab. */
  tab: text,
  client: text,
  log: text,
  command: text,
  argument: text,
  initials: text,
  message: text,
  /** Names the open dialog. */
  create: text,
})

/** Address of the agency search. */
export const agencyList = '/'

/** Address of the agency search, for a text if there is one. */
export const findAgencies = (q?: string): string => `${agencyList}${formatQuery({ q })}`

/** Address of an agency's screen; `tab` is the deep-link name of a tab, `query` its parameters. */
export function agencyAddress(agencyId: number, tab?: string, query: Record<string, string> = {}): string {
  return `/agency-detail/${agencyId}${formatQuery({ tab, ...query })}`
}
