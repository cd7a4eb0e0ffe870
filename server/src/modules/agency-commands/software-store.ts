import { keyedRowsOf, type ReadDb, rowsOf, type Tx } from '../../db/open.ts'

/** What is known of an agency's software. */
export interface SoftwareRow {
  last_seen_at: Date
  version_display: string
  host_name: string
}

const find = `select last_seen_at, version_display, host_name from agency_software where agency_id = $1`

/** When the software of an agency was last heard of, and what it told; undefined when never. */
export async function findSoftware(db: ReadDb | Tx, agencyId: number): Promise<SoftwareRow | undefined> {
  const [row] = await keyedRowsOf<SoftwareRow>(db, find, [agencyId])
  return row
}

/** Software that was heard of; what it tells of itself comes with heartbeats only. */
export interface Seen {
  agencyId: number
  at: Date
  versionDisplay?: string
  hostName?: string
}

const note = `insert into agency_software as known (agency_id, last_seen_at, version_display, host_name)
select * from unnest($1::integer[], $2::timestamptz[], $3::text[], $4::text[])
on conflict (agency_id) do update set
  last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at),
  version_display = case excluded.version_display when '' then known.version_display else excluded.version_display end,
  host_name = case excluded.host_name when '' then known.host_name else excluded.host_name end`

/** Notes what was heard of, each agency once. */
export async function noteSoftware(tx: Tx, seen: readonly Seen[]): Promise<void> {
  await rowsOf(tx, note, [
    seen.map(({ agencyId }) => agencyId),
    seen.map(({ at }) => at),
    seen.map(({ versionDisplay }) => versionDisplay ?? ''),
    seen.map(({ hostName }) => hostName ?? ''),
  ])
}

const pollSql = `select s.last_seen_at, exists(
  select from agency_command c where c.agency_id = k.agency_id and c.state = 'queued') as waiting
from agency_key k left join agency_software s using (agency_id) where k.agency_id = $1`

/** Whether a command waits for an agency, and when its software was last heard of. */
export async function lookAtQueue(
  db: ReadDb,
  agencyId: number,
): Promise<{ waiting: boolean; last_seen_at: Date | null }> {
  const [row] = await db.keyed<{ waiting: boolean; last_seen_at: Date | null }>(pollSql, [agencyId])
  return row ?? { waiting: false, last_seen_at: null }
}
