import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import { plusSeconds } from '../../lib/clock.ts'
import { inBatches } from '../../lib/in-batches.ts'
import type { OpenDatabase } from '../../db/open.ts'
import { deleteDraftsBefore } from './store.ts'

/** Few, because the parts of one that was never committed may hold 48 MiB. */
const draftsAtOnce = 20

/** Deletes reports in parts a day after they were begun. */
export function deleteOldDrafts(db: OpenDatabase, now: Date, signal?: AbortSignal): Promise<void> {
  const before = plusSeconds(now, -protocolNumbers.reportSeconds)
  return inBatches((limit) => deleteDraftsBefore(db.write, before, limit), { limit: draftsAtOnce, signal })
}
