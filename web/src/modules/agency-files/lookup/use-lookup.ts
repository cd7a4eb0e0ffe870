import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { ClientLocation } from '@agency-support/contract/rules/agency-files'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { send } from '../../../lib/requests/api.ts'
import { serverNow } from '../../../lib/requests/server-time.ts'
import { reportUnshownFailure } from '../../../lib/requests/unshown-failure.ts'
import { download, type Wanted } from '../downloads.ts'
import { fileMessages } from '../messages.ts'
import { remember, rowsOfSearch } from './history.ts'
import {
  changed,
  downloaded,
  downloading,
  type LocationEntry,
  settled,
  startEntries,
} from './lookup-state.ts'

/** The agency and the locations to ask. */
export interface LookupScope {
  agencyId: number
  domains: number
  locations: readonly ClientLocation[]
}

/** A search and its results so far. */
export interface Lookup {
  clientId: string
  entries: readonly LocationEntry[]
}

let searches = 0

/**
 * Looks up clients in all locations in parallel; a new search replaces the previous one, whose late answers are
 * ignored.
 */
export function useLookup({ agencyId, domains, locations }: LookupScope) {
  const queries = useQueryClient()
  const [lookup, setLookup] = useState<Lookup | null>(null)
  const running = useRef<AbortController>(undefined)
  /** Number of the search on screen; 0 once the screen is left. */
  const shown = useRef(0)
  useEffect(
    () => () => {
      running.current?.abort()
      shown.current = 0
    },
    [],
  )

  function change(id: ClientLocation, how: (entry: LocationEntry) => LocationEntry) {
    setLookup((now) => now && { ...now, entries: changed(now.entries, id, how) })
  }

  async function run(clientId: string): Promise<void> {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const search = (shown.current = ++searches)
    const entries = startEntries(locations, domains)
    setLookup({ clientId, entries })
    const read = async (entry: LocationEntry): Promise<LocationEntry> => {
      if (!entry.loading) return entry
      const input = { agencyId: String(agencyId), type: 'client', location: `${entry.id}`, clientId } as const
      const outcome = await send(agencyFiles.metadata, input, { signal })
      if (!signal.aborted) change(entry.id, (now) => settled(now, outcome))
      return settled(entry, outcome)
    }
    try {
      const all = await Promise.all(entries.map(read))
      const now = new Date(serverNow()).toISOString()
      if (!signal.aborted) remember(queries, agencyId, rowsOfSearch(search, clientId, all, now))
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  async function save(id: ClientLocation, wanted: Wanted): Promise<void> {
    const { current: search } = shown
    change(id, downloading)
    const why = await download(wanted)
    if (shown.current === search) change(id, (entry) => downloaded(entry, why))
    // The card now on screen is another client's.
    else if (why !== null) reportUnshownFailure(fileMessages.lostDownload(lookup?.clientId ?? '', why))
  }
  return {
    lookup,
    run,
    save: (id: ClientLocation, wanted: Wanted) => void save(id, wanted),
  }
}
