import type { Tx } from '../../db/open.ts'
import { query, type Row, statement } from '../../db/query.ts'

type Counted = Pick<Row<'agency_upload_quota'>, 'bytes'>

// Clocks of processes differ slightly, and nothing may drain twice. A count from a clock far ahead is dropped, because
// resetting it would be rolled back by a refusal.
const drainSql = statement<[agencyId: number, now: Date, tooFarAhead: Date, bytesPerSecond: number], Counted>(
  'drain_upload_quota',
  `insert into agency_upload_quota as q (agency_id, bytes, counted_at) values ($1, 0, $2)
on conflict (agency_id) do update set
  bytes = case when q.counted_at > $3 then 0 else greatest(0, q.bytes
    - floor(extract(epoch from greatest($2 - q.counted_at, interval '0')) * $4::float8)::bigint) end,
  counted_at = case when q.counted_at > $3 then $2 else greatest(q.counted_at, $2) end
returning bytes`,
)

const addSql = statement<[agencyId: number, bytes: number]>(
  'add_to_upload_quota',
  'update agency_upload_quota set bytes = bytes + $2 where agency_id = $1',
)

const clockMs = 60_000

/** Bytes an agency has announced, minus those that have drained; locks its quota until the transaction ends. */
export async function drainQuota(
  tx: Tx,
  agencyId: number,
  { now, bytesPerSecond }: { now: Date; bytesPerSecond: number },
): Promise<number> {
  const tooFarAhead = new Date(now.getTime() + clockMs)
  const [row] = await query(tx, drainSql, [agencyId, now, tooFarAhead, bytesPerSecond])
  if (row === undefined) throw new Error('a quota that was drained has no row')
  return row.bytes
}

/** Adds announced bytes to an agency's quota. */
export async function addToQuota(tx: Tx, agencyId: number, bytes: number): Promise<void> {
  await query(tx, addSql, [agencyId, bytes])
}
