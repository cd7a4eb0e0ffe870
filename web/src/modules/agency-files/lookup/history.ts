import type { QueryClient } from '@tanstack/react-query'
import { fileSystemFilters, getFileSystem } from '@agency-support/contract/rules/agency-files'
import type { LocationEntry } from './lookup-state.ts'

/** One place of one search, as the table below the cards lists it. */
export interface LookupRow {
  id: string
  /** When it was looked up. */
  date: string
  /** File-system code. */
  system: number
  /** Name of the place. */
  name: string
  clientId: string
  /** Null where nothing was found. */
  deleted: boolean | null
  timestamp: string | null
}

/** Searches kept of one agency, and chips of the last clients. */
const maxRows = 200
const maxChips = 5

/** The rows of a finished search. */
export function rowsOfSearch(
  search: number,
  clientId: string,
  entries: readonly LocationEntry[],
  now: string,
): readonly LookupRow[] {
  return entries.map(({ id, system, metadata }) => {
    const times = metadata === null || metadata === 'N/A' ? null : metadata
    return {
      id: `${search} ${id}`,
      date: now,
      system: getFileSystem(id),
      name: system,
      clientId,
      deleted: times?.deleted ?? null,
      timestamp: times?.fileTimestamp ?? null,
    }
  })
}

/** The rows that a filter leaves; 0 leaves all. */
export function filteredRows(rows: readonly LookupRow[], filter: number): readonly LookupRow[] {
  return filter === 0 ? rows : rows.filter(({ system }) => system === filter)
}

/** What a row's file system is called. */
export function systemName({ system, name }: LookupRow): string {
  return fileSystemFilters.find(({ value }) => value === system)?.label ?? name
}

/** The clients looked up last, the latest first, each once. */
export function lastClients(rows: readonly LookupRow[]): readonly string[] {
  return [...new Set(rows.map(({ clientId }) => clientId))].slice(0, maxChips)
}

/** Kept in memory among the answers of the server, so that it goes with them and is never stored. */
export const historyKey = (agencyId: number) => ['lookups', agencyId] as const

/** Adds a finished search, the latest first. */
export function remember(queries: QueryClient, agencyId: number, rows: readonly LookupRow[]): void {
  queries.setQueryData<readonly LookupRow[]>(historyKey(agencyId), (before = []) =>
    [...rows, ...before].slice(0, maxRows),
  )
}
