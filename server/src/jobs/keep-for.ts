import type { DeleteOldest } from '../db/delete-oldest.ts'
import type { OpenDatabase } from '../db/open.ts'
import { plusSeconds } from '../lib/clock.ts'
import { inBatches } from '../lib/in-batches.ts'

/** Deletes what is no longer needed; a stop of the server ends it early by the signal. */
export type DeleteOld = (db: OpenDatabase, now: Date, signal?: AbortSignal) => Promise<void>

/** The deletion of all rows that are older than these seconds, `limit` in a transaction. */
export function keepFor(seconds: number, deleteBefore: DeleteOldest, limit?: number): DeleteOld {
  return (db, now, signal) => {
    const before = plusSeconds(now, -seconds)
    return inBatches((some) => deleteBefore(db.write, before, some), { limit, signal })
  }
}
