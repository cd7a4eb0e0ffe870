import type { Tx } from '../../db/open.ts'
import { query, type Row, statement } from '../../db/query.ts'

/** An event of the set-up as stored. */
export type StoredEvent = Omit<Row<'texting_event'>, 'agency_id'>

const findNewEventsSql = statement<
  [agencyId: number, eventIds: readonly string[]],
  Pick<StoredEvent, 'event_id'>
>(
  'find_new_texting_events',
  `select event_id from unnest($2::text[]) as given (event_id) where not exists (
  select from texting_event e where e.agency_id = $1 and e.event_id = given.event_id)`,
)

/** Those of these ids that are not stored. */
export async function findNewEvents(
  tx: Tx,
  agencyId: number,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await query(tx, findNewEventsSql, [agencyId, eventIds])
  return new Set(rows.map(({ event_id: id }) => id))
}

const insertEventsSql = statement<[agencyId: number, events: string]>(
  'insert_texting_events',
  `insert into texting_event (agency_id, event_id, kind, phone, order_id, order_kind, tcr_number, at, told_at)
select $1, event_id, kind, phone, order_id, order_kind, tcr_number, at, told_at
from jsonb_to_recordset($2::jsonb) as report (event_id text, kind text, phone text, order_id text, order_kind text,
  tcr_number text, at timestamptz, told_at timestamptz)
order by event_id`,
)

/** Stores new events. */
export async function addEvents(tx: Tx, agencyId: number, events: readonly StoredEvent[]): Promise<void> {
  await query(tx, insertEventsSql, [agencyId, JSON.stringify(events)])
}
