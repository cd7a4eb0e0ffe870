import { esignature } from '@agency-support/contract/modules/esignature'
import { reports, type SubscriptionEvent } from '@agency-support/contract/modules/reports'
import { useQueryClient } from '@tanstack/react-query'
import { notify } from '../../components/notify.ts'
import { useSend } from '../../lib/use-send.ts'
import { reportMessages } from './messages.ts'

const failedMs = 5_000

/** Marks events of e-signature as processed or not; a row keeps its mark until the new one is saved. */
export function useMarks() {
  const queries = useQueryClient()
  const { run, sent } = useSend(esignature.setProcessed)
  const every = { queryKey: [reports.subscriptionEvents.module, reports.subscriptionEvents.name] }

  async function mark(event: SubscriptionEvent, isProcessed: boolean): Promise<void> {
    const { agencyId, id, version } = event
    const outcome = await run({ agencyId, recordId: id, newValue: isProcessed, version })
    if (outcome.kind === 'ok') {
      queries.setQueriesData<SubscriptionEvent[]>(every, (rows) =>
        rows?.map((row) => (row.id === id ? { ...row, isProcessed, version: version + 1 } : row)),
      )
      return
    }
    notify.error(reportMessages.processedFailed, { ms: failedMs })
    // Somebody else has set it: what stands here is old.
    if (outcome.kind !== 'failed') void queries.invalidateQueries(every)
  }
  return { mark, busy: sent?.recordId ?? null }
}
