import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, query, type Row, statement } from '../../db/query.ts'

const columns = [
  'last_seen_at',
  'version_display',
  'host_name',
] as const satisfies readonly Column<'agency_software'>[]

/** What is known of an agency's software. */
export type SoftwareRow = Row<'agency_software', (typeof columns)[number]>

const findSoftwareSql = statement<[agencyId: number], SoftwareRow>(
  'find_software',
  `select ${columns.join(', ')} from agency_software where agency_id = $1`,
  { byKey: true },
)

/** When an agency's software was last seen, and what it reported; undefined if never. */
export async function findSoftware(db: ReadDb | Tx, agencyId: number): Promise<SoftwareRow | undefined> {
  const [row] = await query(db, findSoftwareSql, [agencyId])
  return row
}

/** A sign of life; only heartbeats report details. */
export interface Seen {
  agencyId: number
  at: Date
  versionDisplay?: string
  hostName?: string
  protocol?: number
  capabilities?: readonly string[]
}

const noteSoftwareSql = statement<
  [agencyIds: number[], at: Date[], versionDisplays: string[], hostNames: string[]]
>(
  'note_software',
  `insert into agency_software as known (agency_id, last_seen_at, version_display, host_name)
select * from unnest($1::integer[], $2::timestamptz[], $3::text[], $4::text[])
on conflict (agency_id) do update set
  last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at),
  version_display = case excluded.version_display when '' then known.version_display else excluded.version_display end,
  host_name = case excluded.host_name when '' then known.host_name else excluded.host_name end`,
)

/** Saves signs of life, at most one per agency. */
export async function noteSoftware(tx: Tx, seen: readonly Seen[]): Promise<void> {
  await query(tx, noteSoftwareSql, [
    seen.map(({ agencyId }) => agencyId),
    seen.map(({ at }) => at),
    seen.map(({ versionDisplay }) => versionDisplay ?? ''),
    seen.map(({ hostName }) => hostName ?? ''),
  ])
}

const readQueueStateSql = statement<[agencyId: number], QueueState>(
  'read_queue_state',
  `select s.last_seen_at, exists(
  select from agency_command c where c.agency_id = k.agency_id and c.state = 'queued') as waiting
from agency_key k left join agency_software s using (agency_id) where k.agency_id = $1`,
  { byKey: true },
)

interface QueueState {
  waiting: boolean
  last_seen_at: Date | null
}

/** Whether a command waits for an agency, and when its software was last seen. */
export async function readQueueState(db: ReadDb, agencyId: number): Promise<QueueState> {
  const [row] = await query(db, readQueueStateSql, [agencyId])
  return row ?? { waiting: false, last_seen_at: null }
}
