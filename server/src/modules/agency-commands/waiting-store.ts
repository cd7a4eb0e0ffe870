import type { ReadDb } from '../../db/open.ts'

/** How many commands wait to be fetched, and since when the oldest of them. */
export interface WaitingRow {
  queued: number
  oldest_at: Date | null
}

const waiting = `select count(*)::integer as queued, min(created_at) as oldest_at
from agency_command where agency_id = $1 and state = 'queued'`

/** The commands of an agency that wait. */
export async function findWaiting(db: ReadDb, agencyId: number): Promise<WaitingRow> {
  const [row] = await db.keyed<WaitingRow>(waiting, [agencyId])
  return row ?? { queued: 0, oldest_at: null }
}
