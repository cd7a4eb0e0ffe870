import { keyedRowsOf, type ReadDb, rowsOf, type Tx } from '../../db/open.ts'

/** What the multifolder file of an agency told, as its software wrote it. */
export interface TokenRow {
  current: unknown
  last_failure: unknown
}

/** A client that could not be converted or synced. */
export interface SyncErrorRow {
  client_id: string
  failed_at: Date
  code: number
  msg: string
}

/** Counts of one storage location. */
export interface TotalsRow {
  location: number
  totals: unknown
  counted_at: Date
}

const token = 'select current, last_failure from agency_token where agency_id = $1'
const lockedToken = `${token} for update`
const saveToken = `insert into agency_token (agency_id, current, last_failure) values ($1, $2, $3)
on conflict (agency_id) do update set current = excluded.current, last_failure = excluded.last_failure`
const dropToken = 'delete from agency_token where agency_id = $1 returning 1'

/** The token of an agency, or undefined. */
export async function findToken(db: ReadDb | Tx, agencyId: number): Promise<TokenRow | undefined> {
  const [row] = await keyedRowsOf<TokenRow>(db, token, [agencyId])
  return row
}

/** Keeps what a multifolder file tells and returns what the one before told. */
export async function replaceToken(
  tx: Tx,
  agencyId: number,
  tokens: { current: object | null; lastFailure: object | null },
): Promise<TokenRow | undefined> {
  const [before] = await rowsOf<TokenRow>(tx, lockedToken, [agencyId])
  const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))
  await rowsOf(tx, saveToken, [agencyId, json(tokens.current), json(tokens.lastFailure)])
  return before
}

/** Forgets the token; false when there was none. */
export async function deleteToken(tx: Tx, agencyId: number): Promise<boolean> {
  return (await rowsOf(tx, dropToken, [agencyId])).length > 0
}

const saveTotals = `insert into agency_totals (agency_id, location, totals, counted_at) values ($1, $2, $3, $4)
on conflict (agency_id, location) do update set totals = excluded.totals, counted_at = excluded.counted_at`
const totals = 'select location, totals, counted_at from agency_totals where agency_id = $1 and location = $2'
const allTotals =
  'select location, totals, counted_at from agency_totals where agency_id = $1 order by location'

/** Keeps the counts of one location. */
export async function keepTotals(
  tx: Tx,
  counted: { agencyId: number; location: number; totals: object; at: Date },
): Promise<void> {
  await rowsOf(tx, saveTotals, [
    counted.agencyId,
    counted.location,
    JSON.stringify(counted.totals),
    counted.at,
  ])
}

/** The counts of one location, or undefined. */
export async function findTotals(
  db: ReadDb,
  agencyId: number,
  location: number,
): Promise<TotalsRow | undefined> {
  const [row] = await keyedRowsOf<TotalsRow>(db, totals, [agencyId, location])
  return row
}

/** The counts of all locations of an agency. */
export function listTotals(db: ReadDb, agencyId: number): Promise<TotalsRow[]> {
  return rowsOf<TotalsRow>(db, allTotals, [agencyId])
}

const errors = `select client_id, failed_at, code, msg from agency_sync_error where agency_id = $1
order by failed_at desc, position`
const countErrors = 'select count(*)::integer as errors from agency_sync_error where agency_id = $1'
const dropErrors = 'delete from agency_sync_error where agency_id = $1'
const addErrors = `insert into agency_sync_error (agency_id, position, client_id, failed_at, code, msg)
select $1, * from unnest($2::integer[], $3::text[], $4::timestamptz[], $5::integer[], $6::text[])`
const lockAgency = 'select from agency where agency_id = $1 for no key update'

/** What could not be converted or synced, newest first. */
export function listErrors(db: ReadDb | Tx, agencyId: number): Promise<SyncErrorRow[]> {
  return rowsOf<SyncErrorRow>(db, errors, [agencyId])
}

/** How many clients of an agency could not be converted or synced. */
export async function countSyncErrors(db: ReadDb, agencyId: number): Promise<number> {
  const [row] = await keyedRowsOf<{ errors: number }>(db, countErrors, [agencyId])
  return row?.errors ?? 0
}

/** Two reports of one agency are taken one after the other. */
export async function lockErrors(tx: Tx, agencyId: number): Promise<void> {
  await rowsOf(tx, lockAgency, [agencyId])
}

/** Replaces the whole list. */
export async function replaceErrors(
  tx: Tx,
  agencyId: number,
  list: readonly { clientId: string; date: string; code: number; msg: string }[],
): Promise<void> {
  await rowsOf(tx, dropErrors, [agencyId])
  if (list.length === 0) return
  await rowsOf(tx, addErrors, [
    agencyId,
    list.map((_, position) => position),
    list.map(({ clientId }) => clientId),
    list.map(({ date }) => date),
    list.map(({ code }) => code),
    list.map(({ msg }) => msg),
  ])
}
