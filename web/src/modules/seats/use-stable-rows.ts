import type { SeatRequest } from '@agency-support/contract/modules/seats'
import { seatFilterShows } from '@agency-support/contract/rules/seats'
import { useMemo, useState } from 'react'

interface Members {
  filter: number
  ids: ReadonlySet<number>
}

export interface StableRows {
  rows: readonly SeatRequest[] | undefined
  /** New matches of the filter, hidden until a refresh. */
  waiting: number
  /** Shows the current matches of the filter. */
  refresh: () => void
}

function toMembers(requests: readonly SeatRequest[], filter: number): Members {
  const shown = requests.filter(({ status }) => seatFilterShows(filter, status))
  return { filter, ids: new Set(shown.map(({ id }) => id)) }
}

/**
 * The requests that matched a filter when the list was last fetched or refreshed. The content of a row is live, but
 * rows come and go only on a refresh, so that none moves under the pointer. `fresh` is false for data cached by an
 * earlier visit.
 */
export function useStableRows(
  requests: readonly SeatRequest[] | undefined,
  filter: number,
  fresh: boolean,
): StableRows {
  const [kept, setKept] = useState<Members | null>(null)
  const isKept = kept !== null && kept.filter === filter
  const members = useMemo(
    () => (isKept ? kept : toMembers(requests ?? [], filter)),
    [isKept, kept, requests, filter],
  )
  // Set during rendering, so that no intermediate frame shows the list.
  if (!isKept && fresh && requests !== undefined) setKept(members)
  const rows = useMemo(() => requests?.filter(({ id }) => members.ids.has(id)), [requests, members])
  const waiting = useMemo(
    () =>
      (requests ?? []).filter(({ id, status }) => seatFilterShows(filter, status) && !members.ids.has(id))
        .length,
    [requests, filter, members],
  )
  return { rows, waiting, refresh: () => setKept(null) }
}
