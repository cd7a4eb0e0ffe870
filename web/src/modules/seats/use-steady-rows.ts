import type { SeatRequest } from '@agency-support/contract/modules/seats'
import { seatFilterShows } from '@agency-support/contract/rules/seats'
import { useMemo, useState } from 'react'

interface Members {
  filter: number
  ids: ReadonlySet<number>
}

export interface SteadyRows {
  rows: readonly SeatRequest[] | undefined
  /** Requests that came under the filter since; they wait for a refresh. */
  waiting: number
  /** Takes the list as the filter has it now. */
  refresh: () => void
}

function toMembers(requests: readonly SeatRequest[], filter: number): Members {
  const shown = requests.filter(({ status }) => seatFilterShows(filter, status))
  return { filter, ids: new Set(shown.map(({ id }) => id)) }
}

/**
 * The requests under a filter, as they were when the list was last asked for: what a row says is live, but
 * rows come and go only on a refresh, so that none moves under the pointer. `fresh` is false for what an
 * earlier visit left behind.
 */
export function useSteadyRows(
  requests: readonly SeatRequest[] | undefined,
  filter: number,
  fresh: boolean,
): SteadyRows {
  const [kept, setKept] = useState<Members | null>(null)
  const isKept = kept !== null && kept.filter === filter
  const members = useMemo(
    () => (isKept ? kept : toMembers(requests ?? [], filter)),
    [isKept, kept, requests, filter],
  )
  // Kept while rendering, so that no frame shows the list in between.
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
