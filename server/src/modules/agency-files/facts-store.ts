import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, query, type Row, statement } from '../../db/query.ts'

const tokenColumns = ['current', 'last_failure'] as const satisfies readonly Column<'agency_token'>[]
const totalsColumns = [
  'location',
  'totals',
  'counted_at',
] as const satisfies readonly Column<'agency_totals'>[]
const errorColumns = [
  'client_id',
  'failed_at',
  'code',
  'msg',
] as const satisfies readonly Column<'agency_sync_error'>[]

/** The facts of an agency's multifolder file. */
export type TokenRow = Row<'agency_token', (typeof tokenColumns)[number]>

/** A client that could not be converted or synced. */
export type SyncErrorRow = Row<'agency_sync_error', (typeof errorColumns)[number]>

/** Counts of one storage location. */
export type TotalsRow = Row<'agency_totals', (typeof totalsColumns)[number]>

const findTokenSql = statement<[agencyId: number], TokenRow>(
  'find_token',
  `select ${tokenColumns.join(', ')} from agency_token where agency_id = $1`,
  { byKey: true },
)

/** The token of an agency; undefined without one. */
export async function findToken(db: ReadDb | Tx, agencyId: number): Promise<TokenRow | undefined> {
  const [row] = await query(db, findTokenSql, [agencyId])
  return row
}

/** Saves the facts of a multifolder file. */
export async function replaceToken(
  tx: Tx,
  agencyId: number,
  tokens: { current: object | null; lastFailure: object | null },
): Promise<void> {
  const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))
  const values = { current: json(tokens.current), last_failure: json(tokens.lastFailure) }
  await tx
    .insertInto('agency_token')
    .values({ agency_id: agencyId, ...values })
    .onConflict((on) => on.column('agency_id').doUpdateSet(values))
    .execute()
}

/** Deletes the token; false if there was none. */
export async function deleteToken(tx: Tx, agencyId: number): Promise<boolean> {
  const result = await tx.deleteFrom('agency_token').where('agency_id', '=', agencyId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Saves the counts of one location. */
export async function keepTotals(
  tx: Tx,
  { agencyId, location, totals, at }: { agencyId: number; location: number; totals: object; at: Date },
): Promise<void> {
  const counted = { totals: JSON.stringify(totals), counted_at: at }
  await tx
    .insertInto('agency_totals')
    .values({ agency_id: agencyId, location, ...counted })
    .onConflict((on) => on.columns(['agency_id', 'location']).doUpdateSet(counted))
    .execute()
}

const findTotalsSql = statement<[agencyId: number, location: number], TotalsRow>(
  'find_totals',
  `select ${totalsColumns.join(', ')} from agency_totals where agency_id = $1 and location = $2`,
  { byKey: true },
)

/** The counts of one location; undefined if none were reported. */
export async function findTotals(
  db: ReadDb,
  agencyId: number,
  location: number,
): Promise<TotalsRow | undefined> {
  const [row] = await query(db, findTotalsSql, [agencyId, location])
  return row
}

/** The counts of all locations of an agency. */
export function listTotals(db: ReadDb, agencyId: number): Promise<TotalsRow[]> {
  return db
    .selectFrom('agency_totals')
    .select(totalsColumns)
    .where('agency_id', '=', agencyId)
    .orderBy('location')
    .execute()
}

const listErrorsSql = statement<[agencyId: number], SyncErrorRow>(
  'list_sync_errors',
  `select ${errorColumns.join(', ')} from agency_sync_error where agency_id = $1
order by failed_at desc, position`,
)

/** Clients that could not be converted or synced, newest first. */
export function listErrors(db: ReadDb | Tx, agencyId: number): Promise<SyncErrorRow[]> {
  return query(db, listErrorsSql, [agencyId])
}

/** The number of clients with sync errors, and when they were last reported; null for never. */
export interface CountedErrors {
  errors: number
  told_at: Date | null
}

const countErrorsSql = statement<[agencyId: number], CountedErrors>(
  'count_sync_errors',
  `select count(*)::integer as errors,
  (select told_at from agency_error_report where agency_id = $1) as told_at
from agency_sync_error where agency_id = $1`,
  { byKey: true },
)

/** Counts an agency's clients with sync errors. */
export async function countSyncErrors(db: ReadDb, agencyId: number): Promise<CountedErrors> {
  const [row] = await query(db, countErrorsSql, [agencyId])
  return row ?? { errors: 0, told_at: null }
}

/** Saves when an agency's software last reported its errors. */
export async function setErrorsReportedAt(tx: Tx, agencyId: number, at: Date): Promise<void> {
  await tx
    .insertInto('agency_error_report')
    .values({ agency_id: agencyId, told_at: at })
    .onConflict((on) => on.column('agency_id').doUpdateSet({ told_at: at }))
    .execute()
}

const addErrorsSql = statement<
  [
    agencyId: number,
    positions: number[],
    clientIds: string[],
    dates: string[],
    codes: number[],
    texts: string[],
  ]
>(
  'add_sync_errors',
  `insert into agency_sync_error (agency_id, position, client_id, failed_at, code, msg)
select $1, * from unnest($2::integer[], $3::text[], $4::timestamptz[], $5::integer[], $6::text[])`,
)

/** Replaces the whole list. */
export async function replaceErrors(
  tx: Tx,
  agencyId: number,
  list: readonly { clientId: string; date: string; code: number; msg: string }[],
): Promise<void> {
  await tx.deleteFrom('agency_sync_error').where('agency_id', '=', agencyId).execute()
  if (list.length === 0) return
  await query(tx, addErrorsSql, [
    agencyId,
    list.map((_, position) => position),
    list.map(({ clientId }) => clientId),
    list.map(({ date }) => date),
    list.map(({ code }) => code),
    list.map(({ msg }) => msg),
  ])
}

const countClientsSql = statement<[], { clients: number }>(
  'count_clients',
  `select coalesce(sum((totals->>'count')::bigint), 0)::bigint as clients from agency_totals where location = 0`,
)

/** The number of clients of all agencies in Data Sync. */
export async function countClients(db: ReadDb): Promise<number> {
  const [row] = await query(db, countClientsSql, [])
  return row?.clients ?? 0
}
