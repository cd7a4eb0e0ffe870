import type { Tx } from '../../db/open.ts'
import { query, type Row, statement } from '../../db/query.ts'

type Counted = Pick<Row<'agency_upload_quota'>, 'bytes'>

// Processes differ a little in their clocks, and what drained must not drain again. What was counted by a clock far
// ahead is forgotten: a refusal takes back what this changes, so it could not be made to begin now.
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

/** What an agency has announced, in bytes, less what has drained; holds its quota until the transaction ends. */
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

/** Counts bytes that an agency announces. */
export async function addToQuota(tx: Tx, agencyId: number, bytes: number): Promise<void> {
  await query(tx, addSql, [agencyId, bytes])
}
