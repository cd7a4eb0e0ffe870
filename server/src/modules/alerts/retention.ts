import type { OpenDatabase } from '../../db/open.ts'
import { inBatches } from '../../lib/in-batches.ts'
import { deleteOutdated } from './delivery-store.ts'

/** Deletes which agencies have an alert that has ended, or had an earlier version of it: nobody asks for that. */
export function deleteOutdatedDeliveries(db: OpenDatabase, _now: Date, signal?: AbortSignal): Promise<void> {
  return inBatches((limit) => deleteOutdated(db.write, limit), { signal })
}
