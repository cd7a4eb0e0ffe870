import { toNumber } from '@agency-support/contract/rules/texting'
import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, type Narrowed, query, type Row, statement } from '../../db/query.ts'

const columns = [
  'agency_id',
  'phones',
  'phones_changed_by',
  'phones_changed_at',
  'phones_saved_at',
  'phones_version',
  'order_id',
  'order_kind',
  'order_phone',
  'tcr_number',
  'tcr_created_by',
  'tcr_created_at',
  'tcr_updated_by',
  'tcr_updated_at',
  'tcr_saved_at',
  'tcr_version',
  'version',
] as const satisfies readonly Column<'agency_texting'>[]

/** The provider's two kinds of orders. */
export type OrderKind = 'standard' | 'hosted'

/** The texting record of an agency. */
export type TextingRow = Narrowed<
  Row<'agency_texting', (typeof columns)[number]>,
  { order_kind: OrderKind | null }
>

/** When a record's number was saved, by our clock; of one that an earlier release saved, the time told with it. */
export const numberSavedAt = (row: TextingRow): Date => row.phones_saved_at ?? row.phones_changed_at

const listed = columns.join(', ')
const byId = `select ${listed} from agency_texting where agency_id = $1`
const findTextingSql = statement<[agencyId: number], TextingRow>('find_texting', byId, { byKey: true })
const lockTextingSql = statement<[agencyId: number], TextingRow>('lock_texting', `${byId} for update`)

/** The texting record of an agency; undefined without one. */
export async function findTexting(db: ReadDb | Tx, agencyId: number): Promise<TextingRow | undefined> {
  const [row] = await query(db, findTextingSql, [agencyId])
  return row
}

/** The same, locked until the transaction ends. */
export async function lockTexting(tx: Tx, agencyId: number): Promise<TextingRow | undefined> {
  const [row] = await query(tx, lockTextingSql, [agencyId])
  return row
}

const addTextingSql = statement<[agencyId: number, by: string, toldAt: Date, at: Date]>(
  'add_texting',
  `insert into agency_texting (agency_id, phones_changed_by, phones_changed_at, phones_saved_at)
values ($1, $2, $3, $4) on conflict do nothing`,
)

/** Creates the record of an agency that has none, without a number; returns it, locked. */
export async function addTexting(
  tx: Tx,
  { agencyId, by, at, toldAt = at }: ChangedBy & { agencyId: number },
): Promise<TextingRow> {
  await query(tx, addTextingSql, [agencyId, by, toldAt, at])
  const row = await lockTexting(tx, agencyId)
  if (row === undefined) throw new Error(`the texting record of agency ${agencyId} is gone`)
  return row
}

const findHolderSql = statement<[number: string], Pick<TextingRow, 'agency_id'>>(
  'find_holder_of_number',
  'select agency_id from agency_texting where right(phones[1], 10) = $1',
  { byKey: true },
)

/** The agency that holds a phone number; undefined if none does. */
export async function findHolder(db: ReadDb | Tx, phone: string): Promise<number | undefined> {
  const [row] = await query(db, findHolderSql, [toNumber(phone)])
  return row?.agency_id
}

// Serialises requests that give the same number to agencies.
const lockNumberSql = statement<[number: string]>(
  'lock_number',
  "select pg_advisory_xact_lock(hashtextextended('texting number ' || $1::text, 0))",
)

/** The other agency that holds a number, if any; until the transaction ends nobody else can be given it. */
export async function lockNumber(tx: Tx, agencyId: number, phone: string): Promise<number | undefined> {
  await query(tx, lockNumberSql, [toNumber(phone)])
  const holder = await findHolder(tx, phone)
  return holder === agencyId ? undefined : holder
}

const setPhoneSql = statement<
  [
    agencyId: number,
    phone: string,
    orderId: string | null,
    orderKind: OrderKind | null,
    by: string,
    toldAt: Date,
    at: Date,
  ],
  TextingRow
>(
  'set_phone',
  `update agency_texting set phones = array[$2::text], phones_changed_by = $5, phones_changed_at = $6, phones_saved_at = $7,
  order_id = coalesce($3, order_id), order_kind = coalesce($4, order_kind),
  order_phone = case when $3::text is not null then $2::text
    when order_id is not null then coalesce(order_phone, phones[1]) end,
  version = version + 1, phones_version = version + 1
where agency_id = $1 returning ${listed}`,
)

/** An order at the provider. */
export interface NumberOrder {
  id: string
  kind: OrderKind
}

/** Who makes a change, and when. */
export interface ChangedBy {
  by: string
  at: Date
  /** When an agency says that it was made, by its own clock. */
  toldAt?: Date
}

/**
 * Replaces the phone number in an agency's record, and records the order it came from, if any. If another agency has
 * the number, it returns that as `takenBy` and changes nothing.
 */
export async function setPhone(
  tx: Tx,
  change: ChangedBy & { agencyId: number; phone: string; order: NumberOrder | null },
): Promise<{ row: TextingRow } | { takenBy: number }> {
  const { agencyId, phone, order, by, at, toldAt = at } = change
  const other = await lockNumber(tx, agencyId, phone)
  if (other !== undefined) return { takenBy: other }
  const values = [agencyId, phone, order?.id ?? null, order?.kind ?? null, by, toldAt, at] as const
  const [row] = await query(tx, setPhoneSql, [...values])
  if (row === undefined) throw new Error(`agency ${agencyId} has no texting record`)
  return { row }
}

// `created` is set with the first number and removed with it; `updated` stays, to show who removed it.
const setTcrSql = statement<
  [agencyId: number, tcrNumber: string | null, by: string, toldAt: Date, at: Date],
  TextingRow
>(
  'set_tcr_number',
  `update agency_texting set tcr_number = $2::text,
  tcr_created_by = case when $2::text is null then null else coalesce(tcr_created_by, $3::text) end,
  tcr_created_at = case when $2::text is null then null else coalesce(tcr_created_at, $4::timestamptz) end,
  tcr_updated_by = $3::text, tcr_updated_at = $4::timestamptz, tcr_saved_at = $5, version = version + 1, tcr_version = version + 1
where agency_id = $1 returning ${listed}`,
)

/** Sets the TCR number in an agency's record, or removes it for null; returns the changed record. */
export async function setTcrNumber(
  tx: Tx,
  { agencyId, tcrNumber, by, at, toldAt = at }: ChangedBy & { agencyId: number; tcrNumber: string | null },
): Promise<TextingRow> {
  const [row] = await query(tx, setTcrSql, [agencyId, tcrNumber, by, toldAt, at])
  if (row === undefined) throw new Error(`agency ${agencyId} has no texting record`)
  return row
}

const listWaitingSql = statement<[kind: string, orderId: string], { agency_id: number }>(
  'agencies_waiting_for_order',
  `select agency_id from outside_work
where ended_at is null and kind = $1 and $2 in (input ->> 'orderId', progress ->> 'orderId') order by agency_id`,
)

/** The agencies with work of this kind in progress that waits for an order. */
export async function listAgenciesWaitingFor(
  tx: Tx,
  kind: string,
  orderId: string,
): Promise<readonly number[]> {
  return (await query(tx, listWaitingSql, [kind, orderId])).map(({ agency_id: agencyId }) => agencyId)
}
