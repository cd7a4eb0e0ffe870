import { allSeatRequests, type SeatRequest, seats } from '@agency-support/contract/modules/seats'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '../../components/messages/notify.ts'
import { refusalItem, send, toSentence } from '../../lib/requests/api.ts'
import { profileStore } from '../../lib/profile.ts'
import { callQuery, replaceData } from '../../lib/requests/query.ts'
import type { RequestActions } from './request-actions.ts'
import { seatMessages } from './messages.ts'

/** All requests, loaded when the report opens. */
export const requestsQuery = callQuery(seats.requests, { status: allSeatRequests, daysBack: 0 })

interface Change {
  from: number
  to: number
}

type SettableStatus = 1 | 2 | 4
const isSettable = (status: number): status is SettableStatus => [1, 2, 4].includes(status)

/** The map with this entry last, or without one for null. */
function withEntry<Value>(map: ReadonlyMap<number, Value>, id: number, value: Value | null) {
  const rest = [...map].filter(([other]) => other !== id)
  return new Map(value === null ? rest : [...rest, [id, value]])
}

/** Replaces a request in the cached list by a newer version. */
function useReplace(): (request: SeatRequest) => void {
  const queries = useQueryClient()
  return (request) =>
    replaceData<SeatRequest[]>(queries, requestsQuery.queryKey, (requests) =>
      requests.map((one) => (one.id === request.id ? request : one)),
    )
}

/** Sets statuses: saved immediately, shown once saved, and undoable until somebody else changes them. */
export function useStatusChanges(): Omit<RequestActions, 'isLeaving'> & { forgetRefusals: () => void } {
  const queries = useQueryClient()
  const replace = useReplace()
  // Not useSend: its state follows a moment after the press, and a second press in between would be sent too.
  const [saving, setSaving] = useState<ReadonlySet<number>>(new Set())
  const [changes, setChanges] = useState<ReadonlyMap<number, Change>>(new Map())
  // Kept at their rows until the next attempt there, or a refresh: a notice is gone after six seconds.
  const [refusals, setRefusals] = useState<ReadonlyMap<number, string>>(new Map())

  const remember = (id: number, change: Change | null) =>
    setChanges((before) => withEntry(before, id, change))
  const refuse = (id: number, why: string | null) => setRefusals((before) => withEntry(before, id, why))

  async function change(request: SeatRequest, status: number, { canUndo }: { canUndo: boolean }) {
    const { id, status: from, version } = request
    if (!isSettable(status) || saving.has(id)) return
    setSaving((before) => new Set([...before, id]))
    refuse(id, null)
    const hsUserName = profileStore.get()?.hsUserName
    const input = { id, status, version, ...(hsUserName === undefined ? {} : { hsUserName }) }
    // That nothing can be saved is the reason at the row, where it stays longer than the banner.
    const outcome = await send(seats.setRequestStatus, input, { showsOutage: true })
    setSaving((before) => new Set([...before].filter((other) => other !== id)))
    if (outcome.kind === 'ok') {
      remember(id, canUndo ? { from, to: status } : null)
      return replace(outcome.data)
    }
    const newer = refusalItem(seats.setRequestStatus, 'stale', outcome)
    if (newer !== undefined) replace(newer.current)
    const sentence = toSentence(outcome, seatMessages.wentWrong)
    refuse(id, sentence)
    // Gone, or without an answer perhaps saved: the row shows what is true.
    if (outcome.kind === 'none' || (outcome.kind === 'failed' && outcome.status === 0))
      void queries.invalidateQueries({ queryKey: requestsQuery.queryKey })
    notify.error(sentence)
  }

  const getUndo = ({ id, status }: SeatRequest): number | null => {
    const last = changes.get(id)
    return last !== undefined && last.to === status ? last.from : null
  }
  return {
    isSaving: (id) => saving.has(id),
    whyRefused: (id) => refusals.get(id),
    forgetRefusals: () => setRefusals(new Map()),
    getUndo,
    setStatus: (request, status) => void change(request, status, { canUndo: true }),
    undo: (request) => {
      const from = getUndo(request)
      if (from !== null) void change(request, from, { canUndo: false })
    },
  }
}
