import { esignature } from '@agency-support/contract/modules/esignature'
import { reports, type SubscriptionEvent } from '@agency-support/contract/modules/reports'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '../../components/messages/notify.ts'
import { withSentence } from '../../lib/requests/api.ts'
import { replaceData } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { reportMessages } from './messages.ts'

const failedMs = 5_000

/** Events marked while the current filter is on stay in the list, so that a second press can undo the first. */
function useMarked(filter: string) {
  const [marked, setMarked] = useState({ filter, ids: new Set<number>() })
  if (marked.filter !== filter) setMarked({ filter, ids: new Set() })
  const add = (id: number) => setMarked((before) => ({ ...before, ids: new Set([...before.ids, id]) }))
  return { ids: marked.ids as ReadonlySet<number>, add }
}

/** The marks that this person set, by event: each can be undone as long as nobody has set it since. */
function useMade() {
  const [made, setMade] = useState<ReadonlyMap<number, boolean>>(new Map())
  return {
    remember: (id: number, isProcessed: boolean | null): void =>
      setMade((before) => {
        const rest = [...before].filter(([other]) => other !== id)
        return new Map(isProcessed === null ? rest : [...rest, [id, isProcessed]])
      }),
    canUndo: ({ id, isProcessed }: SubscriptionEvent): boolean => made.get(id) === isProcessed,
  }
}

/** Marks e-signature events as processed or not; a row shows its old mark until the new one is saved. */
export function useMarks(filter: string) {
  const queries = useQueryClient()
  const marked = useMarked(filter)
  const { remember, canUndo } = useMade()
  const { run, sending } = useSend(esignature.setProcessed)
  const every = [reports.subscriptionEvents.module, reports.subscriptionEvents.name]

  async function set(event: SubscriptionEvent, isProcessed: boolean, undoable: boolean): Promise<void> {
    const { agencyId, id, version } = event
    const outcome = await run({ agencyId, recordId: id, newValue: isProcessed, version })
    if (outcome.kind === 'ok') {
      marked.add(id)
      remember(id, undoable ? isProcessed : null)
      replaceData<SubscriptionEvent[]>(queries, every, (rows) =>
        // A row read meanwhile has this change already, and perhaps a later one.
        rows.map((row) =>
          row.id === id && row.version <= version ? { ...row, isProcessed, version: version + 1 } : row,
        ),
      )
      return
    }
    notify.error(withSentence(reportMessages.processedFailed, outcome), { ms: failedMs })
    // Somebody else has set it, so the list is stale.
    if (outcome.kind !== 'failed') void queries.invalidateQueries({ queryKey: every })
  }
  return {
    mark: (event: SubscriptionEvent, isProcessed: boolean) => set(event, isProcessed, true),
    canUndo,
    undo: (event: SubscriptionEvent) => set(event, !event.isProcessed, false),
    marked: marked.ids,
    busy: sending.map(({ recordId }) => recordId),
  }
}
