import { email, type Suppression } from '@agency-support/contract/modules/email'
import { maxPurge, type PurgeResult } from '@agency-support/contract/rules/email'
import { type Outcome, refusalItem } from '../../lib/requests/api.ts'

/** The result of a purge, over all its requests. */
export interface PurgeOutcome {
  results: readonly PurgeResult[]
  /** A request got no usable answer, so the rest was not sent. */
  isStopped: boolean
}

type SendBatch = (batch: Suppression[]) => Promise<Outcome<typeof email.purge>>

/**
 * Purges addresses in batches and reports progress after each. Stops early if a batch gets no usable answer or none
 * of its addresses was purged, because the next would fail too.
 */
export async function purgeInBatches(
  rows: readonly Suppression[],
  sendBatch: SendBatch,
  onProgress: (purged: number) => void,
): Promise<PurgeOutcome> {
  const results: PurgeResult[] = []
  for (let at = 0; at < rows.length; at += maxPurge) {
    const batch = rows.slice(at, at + maxPurge)
    const outcome = await sendBatch(batch)
    const came = toResults(batch, outcome)
    results.push(...came)
    const purged = results.filter((one) => one.purged).length
    onProgress(purged)
    if (outcome.kind === 'failed') return { results: addUntried(results, rows), isStopped: true }
    if (!came.some((one) => one.purged)) break
  }
  return { results: addUntried(results, rows), isStopped: false }
}

function toResults(batch: readonly Suppression[], outcome: Outcome<typeof email.purge>): PurgeResult[] {
  const partial = refusalItem(email.purge, 'partial', outcome)
  if (partial !== undefined) return partial.results
  const isGone = outcome.kind === 'ok'
  return batch.map((row) => ({ ...row, purged: isGone, message: isGone ? '' : outcome.message }))
}

function addUntried(results: readonly PurgeResult[], rows: readonly Suppression[]): PurgeResult[] {
  const untried = rows.slice(results.length)
  return [...results, ...untried.map((row) => ({ ...row, purged: false, message: 'not tried' }))]
}
