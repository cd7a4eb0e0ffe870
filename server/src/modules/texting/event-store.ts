import type { Tx } from '../../db/open.ts'
import { query, type Row, statement } from '../../db/query.ts'

/** An event of the set-up as stored. */
export type StoredEvent = Omit<Row<'texting_event'>, 'agency_id'>

const insertEventsSql = statement<[agencyId: number, events: string], Pick<StoredEvent, 'event_id'>>(
  'insert_texting_events',
  `insert into texting_event (agency_id, event_id, kind, phone, order_id, order_kind, tcr_number, at, told_at)
select $1, event_id, kind, phone, order_id, order_kind, tcr_number, at, told_at
from jsonb_to_recordset($2::jsonb) as report (event_id text, kind text, phone text, order_id text, order_kind text,
  tcr_number text, at timestamptz, told_at timestamptz)
order by event_id
on conflict do nothing
returning event_id`,
)

/** Stores events; returns the ids of those that were new. */
export async function addEvents(
  tx: Tx,
  agencyId: number,
  events: readonly StoredEvent[],
): Promise<ReadonlySet<string>> {
  const rows = await query(tx, insertEventsSql, [agencyId, JSON.stringify(events)])
  return new Set(rows.map(({ event_id: id }) => id))
}

const dropEventsSql = statement<[agencyId: number, eventIds: readonly string[]]>(
  'drop_texting_events',
  'delete from texting_event where agency_id = $1 and event_id = any($2::text[])',
)

/** Deletes events, so that they count when they are reported again. */
export async function dropEvents(tx: Tx, agencyId: number, eventIds: readonly string[]): Promise<void> {
  await query(tx, dropEventsSql, [agencyId, eventIds])
}
