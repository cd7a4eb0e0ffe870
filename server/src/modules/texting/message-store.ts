import type { ReportedMessage } from '@agency-support/contract/modules/texting-shapes'
import { firstEndStatus, toNumber } from '@agency-support/contract/rules/texting'
import { makeDeleteOldest } from '../../db/delete-oldest.ts'
import { advisoryLocks } from '../../db/locks.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, query, type Row, statement } from '../../db/query.ts'

/** Who wrote a message: the agency, or somebody to it. */
export const source = { sent: 0, received: 1 } as const

/** A message with the time that counts for it; `at` is the reported one. */
export type CountedMessage = ReportedMessage & { counted: Date }

// A report may name hundreds of numbers, which share a few locks.
const lockNumbersSql = statement<[lock: number, numbers: string[]]>(
  'lock_texts_of_numbers',
  `select pg_advisory_xact_lock($1::integer, one) from (
  select distinct hashtext(number) % 64 as one from unnest($2::text[]) as number order by one) as locks`,
)

/** Waits until nobody else stores text messages of these numbers; until the transaction ends, nobody else does. */
export async function lockTextsOf(tx: Tx, phones: readonly string[]): Promise<void> {
  await query(tx, lockNumbersSql, [advisoryLocks.texts, phones.map(toNumber)])
}

// What the provider reported of a message before its agency did is stored without an agency; only the agency with that
// number takes it over.
// A state never goes back; since when it holds is never after its report, though the agency's clock may be ahead.
const insertMessagesSql = statement<[agencyId: number, messages: string, now: Date]>(
  'insert_text_messages',
  `with report as (
  select * from jsonb_to_recordset($2::jsonb) as report (id text, "bandwidthMessageId" text, source smallint,
    "intPhone" text, "extPhone" text, type smallint, text text, attachments text[], status smallint, "errorCode" integer,
    counted timestamptz, at timestamptz)
), known as (
  delete from text_message m using report r
  where m.agency_id is null and m.bandwidth_message_id = r."bandwidthMessageId"
    and right(m.int_phone, 10) = right(r."intPhone", 10)
    and not exists (select from text_message own where own.agency_id = $1 and own.message_id = r.id)
  returning m.bandwidth_message_id, m.status, m.status_at, m.error_code
)
insert into text_message (agency_id, message_id, bandwidth_message_id, source, int_phone, ext_phone, type, text,
  attachments, status, status_at, error_code, at, told_at)
select $1, id, nullif("bandwidthMessageId", ''), source, "intPhone", "extPhone", type, text, attachments,
  coalesce(k.status, r.status), coalesce(k.status_at, least(counted, $3)), coalesce(k.error_code, "errorCode"), counted, at
from report r left join known k
  on k.bandwidth_message_id = r."bandwidthMessageId"
  and (least(k.status, ${firstEndStatus}), k.status_at, k.status)
    > (least(r.status, ${firstEndStatus}), least(r.counted, $3), r.status)
order by id
on conflict do nothing`,
)

/** Adds messages that are not stored yet, with the state that the provider reported of them since. */
export async function addMessages(
  tx: Tx,
  agencyId: number,
  messages: readonly CountedMessage[],
  now: Date,
): Promise<void> {
  await lockTextsOf(
    tx,
    messages.map(({ intPhone }) => intPhone),
  )
  await query(tx, insertMessagesSql, [agencyId, JSON.stringify(messages), now])
}

/** Deletes the oldest messages from before an instant, up to `limit`; returns how many. */
export const deleteMessagesBefore = makeDeleteOldest('text_message', { key: ['text_message_id'], at: 'at' })

const messageColumns = [
  'message_id',
  'bandwidth_message_id',
  'source',
  'int_phone',
  'ext_phone',
  'type',
  'text',
  'attachments',
  'status',
  'status_at',
  'error_code',
] as const satisfies readonly Column<'text_message'>[]

/** A text message as stored. */
export type MessageRow = Row<'text_message', (typeof messageColumns)[number]>

const findMessageSql = statement<[agencyId: number, id: string], MessageRow>(
  'find_text_message',
  `select ${messageColumns.join(', ')} from text_message
where agency_id = $1 and (message_id = $2 or bandwidth_message_id = $2) order by message_id = $2 desc limit 1`,
  { byKey: true },
)

/** A message of an agency by the agency's own id, otherwise by the provider's; undefined if there is none. */
export async function findMessage(db: ReadDb, agencyId: number, id: string): Promise<MessageRow | undefined> {
  const [row] = await query(db, findMessageSql, [agencyId, id])
  return row
}
