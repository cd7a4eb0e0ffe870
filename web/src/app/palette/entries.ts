import { agencyMatches, agencyRank, bestFirst as bestAgencies } from '@agency-support/contract/rules/search'
import { findAgencies } from '../../agency/agency-address.ts'
import { toAgencyName } from '../../agency/agency-name.ts'
import type { RecentAgency } from '../../agency/recents.ts'
import type { Entry } from './entry.ts'
import { type Question, rank } from './question.ts'

/** Rows shown before ‘more’ (ux §2.12). */
export const maxRows = 7

/** Agencies requested from the server; the agency list searches for more. */
export const maxSuggestions = 20

/** Everything the palette can offer, each part in its order. */
export interface Offer {
  /** Recent agencies, pinned first, without the one on screen. */
  recent: readonly RecentAgency[]
  /** Tabs and actions of the agency on screen. */
  here: readonly Entry[]
  /** Actions of that agency with the typed argument. */
  typed: readonly Entry[]
  /** Users of that agency; offered once something is typed. */
  users: readonly Entry[]
  screens: readonly Entry[]
  topics: readonly Entry[]
  /** Records of other screens, such as alerts and products; offered once something is typed. */
  records: readonly Entry[]
  /** The server's matches; undefined until it has answered. */
  found: readonly FoundAgency[] | undefined
  /** The server could not say which agencies match. */
  failed: boolean
  address: (agency: { agencyId: number; isCloud: boolean }) => string
}

/** An agency from the server's answer, or a recently opened one. */
type FoundAgency = { agencyId: number; name: string; isCloud: boolean; pinned?: boolean }

function agencyEntry(agency: FoundAgency, offer: Offer): Entry {
  const { pinned = false } = agency
  return {
    id: `agency-${agency.agencyId}`,
    label: toAgencyName(agency.name),
    kind: pinned ? 'Pinned agency' : 'Agency',
    agencyId: agency.agencyId,
    pinned,
    locked: null,
    go: { to: 'address', href: offer.address(agency) },
  }
}

/**
 * The agency whose id was typed: offered immediately, so that Enter need not wait; removed if the server knows no
 * such agency.
 */
function exactAgency(question: Question, offer: Offer): readonly Entry[] {
  const { agencyId } = question
  if (agencyId === undefined) return []
  const known =
    offer.found?.find((one) => one.agencyId === agencyId) ??
    offer.recent.find((one) => one.agencyId === agencyId)
  if (known !== undefined) return [agencyEntry(known, offer)]
  if (offer.found !== undefined) return []
  return [
    {
      id: `agency-${agencyId}`,
      label: 'Open this agency',
      kind: 'Agency',
      agencyId,
      locked: null,
      go: { to: 'agency', agencyId, searchText: question.text },
    },
  ]
}

/** Id of the row that opens the agency list; it stands in for a pending answer of the server. */
export const searchAllId = 'search-all'

function searchAll({ text }: Question): Entry {
  return {
    id: searchAllId,
    label: `Search all agencies for "${text}"`,
    kind: 'Search',
    locked: null,
    go: { to: 'address', href: findAgencies(text) },
  }
}

/** The worst rank of an agency whose id, or a word of whose name, starts with the typed text. */
const beginningRank = 3

function ranked(entries: readonly Entry[], question: Question, min: 1 | 2): readonly Entry[] {
  return entries.filter((entry) => rank(entry, question) >= min)
}

/** All entries that match a question, best first, without duplicates. */
export function answers(question: Question, offer: Offer): readonly Entry[] {
  const { only, text } = question
  const toEntry = (agency: FoundAgency): Entry => agencyEntry(agency, offer)
  if (only === 'help') return bestFirst(offer.topics, question)
  if (only === 'actions') return bestFirst([...offer.here, ...offer.screens], question)
  if (text === '') {
    const recent = offer.recent.map((agency) => ({ ...toEntry(agency), group: 'Recent agencies' }))
    return [...recent, ...offer.here, ...offer.screens]
  }
  const local = [...offer.here, ...offer.users, ...offer.screens, ...offer.records]
  const agencies = bestAgencies(
    [...offer.recent.filter((agency) => agencyMatches(agency, text)), ...(offer.found ?? [])],
    text,
  )
  const isExact = (agency: FoundAgency): boolean => agencyRank(agency, text) === 0
  const beginsSo = (agency: FoundAgency): boolean => agencyRank(agency, text) <= beginningRank
  const all = [
    ...offer.typed,
    ...exactAgency(question, offer),
    ...agencies.filter(isExact).map(toEntry),
    ...ranked(local, question, 2),
    // An agency whose name matches comes before a help text.
    ...agencies.filter(beginsSo).map(toEntry),
    ...ranked(offer.topics, question, 2),
    ...agencies.map(toEntry),
    ...ranked([...local, ...offer.topics], question, 1),
  ]
  // Never claim that these are all when the server could not be asked or may have more. Enter always leads on.
  const mayBeMore = offer.failed || (offer.found?.length ?? 0) >= maxSuggestions
  return firstOfEach(mayBeMore || all.length === 0 ? [...all, searchAll(question)] : all)
}

function bestFirst(entries: readonly Entry[], question: Question): readonly Entry[] {
  return firstOfEach([...ranked(entries, question, 2), ...ranked(entries, question, 1)])
}

function firstOfEach(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<string>()
  return entries.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** The visible rows: the first ones, and a last row that expands the rest. */
export function visibleRows(entries: readonly Entry[], all: boolean): readonly Entry[] {
  const more = entries.slice(maxRows).filter(({ id }) => id !== searchAllId).length
  if (all || more === 0) return entries
  return [
    ...entries.slice(0, maxRows),
    { id: 'rest', label: `${more} more`, kind: '', locked: null, go: { to: 'rest' } },
  ]
}

/** What is said below the rows; the one that opens the agency list is no result. */
export function statusText(
  entries: readonly Entry[],
  { waiting, failed }: { waiting: boolean; failed: boolean },
): string {
  if (waiting) return 'Searching…'
  if (failed) return 'The agencies could not be searched'
  const count = entries.filter(({ id }) => id !== searchAllId).length
  if (count === 0)
    return entries.length === 0 ? 'No results' : 'No match. Press Enter to search all agencies.'
  if (count < entries.length) return `The first ${count} results`
  return count === 1 ? '1 result' : `${count} results`
}

/** Section heading of a kind of row; other kinds use their own name. */
const sectionNames: Readonly<Record<string, string>> = {
  'Pinned agency': 'Agencies',
  Agency: 'Agencies',
  User: 'Users of this agency',
  Screen: 'Go to',
  'Other site': 'Go to',
  'Help topic': 'Help',
}

/** Rows under one heading. */
export interface Section {
  name: string
  /** Index of its first row among all rows. */
  first: number
  entries: Entry[]
}

/** Groups consecutive rows of the same kind; the row that leads to the rest joins the last group. */
export function inSections(rows: readonly Entry[]): readonly Section[] {
  const sections: Section[] = []
  for (const [at, entry] of rows.entries()) {
    const last = sections.at(-1)
    const name = entry.group ?? sectionNames[entry.kind] ?? entry.kind
    if (last !== undefined && (last.name === name || entry.go.to === 'rest')) last.entries.push(entry)
    else sections.push({ name, first: at, entries: [entry] })
  }
  return sections
}
