import type { QueryClient } from '@tanstack/react-query'
import { fileSystemFilters, getFileSystem } from '@agency-support/contract/rules/agency-files'
import type { LocationEntry } from './lookup-state.ts'

/** One location of one search, as a row of the table below the cards. */
export interface LookupRow {
  id: string
  /** When it was looked up. */
  date: string
  /** File-system code. */
  system: number
  /** Name of the location. */
  name: string
  clientId: string
  /** Null if nothing was found. */
  deleted: boolean | null
  /** When it was uploaded, as the card says. */
  timestamp: string | null
  /** True if the location could not be read. */
  unread: boolean
}

/** Maximum searches kept per agency, and chips of recent clients. */
const maxRows = 200
const maxChips = 5

/** The rows of a finished search. */
export function rowsOfSearch(
  search: number,
  clientId: string,
  entries: readonly LocationEntry[],
  now: string,
): readonly LookupRow[] {
  return entries.map(({ id, system, error, metadata }) => {
    const times = metadata === null || metadata === 'N/A' ? null : metadata
    return {
      id: `${search} ${id}`,
      date: now,
      system: getFileSystem(id),
      name: system,
      clientId,
      deleted: times?.deleted ?? null,
      timestamp: times?.blobTimestamp ?? null,
      unread: error !== null,
    }
  })
}

/** The rows that match a filter; 0 matches all. */
export function filteredRows(rows: readonly LookupRow[], filter: number): readonly LookupRow[] {
  return filter === 0 ? rows : rows.filter(({ system }) => system === filter)
}

/** The name of a row's file system. */
export function systemName({ system, name }: LookupRow): string {
  return fileSystemFilters.find(({ value }) => value === system)?.label ?? name
}

/** Recently looked-up clients, latest first, without duplicates. */
export function lastClients(rows: readonly LookupRow[]): readonly string[] {
  return [...new Set(rows.map(({ clientId }) => clientId))].slice(0, maxChips)
}

/** Kept in memory in the query cache, so that it is dropped with it and never stored. */
export const historyKey = (agencyId: number) => ['lookups', agencyId] as const

/** Adds a finished search, latest first. */
export function remember(queries: QueryClient, agencyId: number, rows: readonly LookupRow[]): void {
  queries.setQueryData<readonly LookupRow[]>(historyKey(agencyId), (before = []) =>
    [...rows, ...before].slice(0, maxRows),
  )
}
