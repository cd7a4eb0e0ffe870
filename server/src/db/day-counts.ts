import type { Tx } from './open.ts'
import { query, statement } from './query.ts'

/** An event table with counts per day. */
export type CountedHistory = 'agency_sign_in' | 'activity_event'

interface Stretch {
  from_xid: string
  to_xid: string
}

// No row can appear below the snapshot xmin any more (decision 004). Skipped while another process counts.
const nextStretchSql = statement<[history: CountedHistory], Stretch>(
  'next_stretch_of_days',
  `select below_xid::text as from_xid, pg_snapshot_xmin(pg_current_snapshot())::text as to_xid
from day_count_mark where history = $1 for update skip locked`,
)
const setMarkSql = statement<[history: CountedHistory, toXid: string]>(
  'set_day_count_mark',
  'update day_count_mark set below_xid = $2::xid8 where history = $1',
)

/** Calls `add` for the range of transactions that ended since the last call, so that each event is counted once. */
export async function countOn(
  tx: Tx,
  history: CountedHistory,
  add: (fromXid: string, toXid: string) => Promise<void>,
): Promise<void> {
  const [stretch] = await query(tx, nextStretchSql, [history])
  if (stretch === undefined) return
  await add(stretch.from_xid, stretch.to_xid)
  await query(tx, setMarkSql, [history, stretch.to_xid])
}
