import type { SeatToken } from '@agency-support/contract/modules/seats'
import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, type Narrowed, query, type Row, statement } from '../../db/query.ts'

const columns = [
  'username',
  'last_sign_in_at',
  'last_token_at',
  'tokens',
] as const satisfies readonly Column<'agency_seat'>[]

/** A seat that is taken. */
export type SeatRow = Narrowed<Row<'agency_seat', (typeof columns)[number]>, { tokens: SeatToken[] }>

type Licence = Row<'agency', 'is_online'> & Row<'agency_seats', 'licensed_seats'>

const findLicenceSql = statement<[agencyId: number], Licence>(
  'find_seat_licence',
  `select a.is_online, coalesce(s.licensed_seats, 0) as licensed_seats
from agency a left join agency_seats s using (agency_id) where a.agency_id = $1`,
  { byKey: true },
)

/** Whether an agency is online and how many seats it has; undefined when there is no such agency. */
export async function findLicence(db: ReadDb | Tx, agencyId: number): Promise<Licence | undefined> {
  const [row] = await query(db, findLicenceSql, [agencyId])
  return row
}

const listSeatsSql = statement<[agencyId: number], SeatRow>(
  'list_seats',
  `select ${columns.join(', ')} from agency_seat where agency_id = $1 and released_at is null order by username`,
)

/** The taken seats of an agency by user name. */
export function listSeats(db: ReadDb, agencyId: number): Promise<SeatRow[]> {
  return query(db, listSeatsSql, [agencyId])
}

/** Frees a seat and returns what it was; undefined when nobody of this name holds one. */
export function releaseSeat(
  tx: Tx,
  agencyId: number,
  username: string,
  now: Date,
): Promise<SeatRow | undefined> {
  return tx
    .updateTable('agency_seat')
    .set({ released_at: now })
    .where('agency_id', '=', agencyId)
    .where('username', '=', username)
    .where('released_at', 'is', null)
    .returning(columns)
    .$narrowType<Pick<SeatRow, 'tokens'>>()
    .executeTakeFirst()
}

/** Seats as an agency's software reports them. */
export interface SeatReport {
  licensedSeats: number
  seats: readonly {
    username: string
    lastSigninAt: string | null
    lastTokenAt: string | null
    tokens: readonly SeatToken[]
  }[]
  /** Who holds a seat of which nothing else was understood; it stays as it is. */
  present?: readonly string[]
}

// What was released here comes back only with a token that is newer.
const upsertSeatsSql = statement<[agencyId: number, seats: string]>(
  'upsert_seats',
  `insert into agency_seat (agency_id, username, last_sign_in_at, last_token_at, tokens)
select $1, username, "lastSigninAt", "lastTokenAt", tokens
from jsonb_to_recordset($2::jsonb) as reported
  (username text, "lastSigninAt" timestamptz, "lastTokenAt" timestamptz, tokens jsonb)
on conflict (agency_id, username) do update set
  last_sign_in_at = excluded.last_sign_in_at, last_token_at = excluded.last_token_at, tokens = excluded.tokens,
  released_at = case when excluded.last_token_at > agency_seat.released_at then null else agency_seat.released_at end`,
)

const deleteOtherSeatsSql = statement<[agencyId: number, usernames: string[]]>(
  'delete_other_seats',
  'delete from agency_seat where agency_id = $1 and username <> all($2)',
)

/** Makes the seats of an agency those of a report. */
export async function replaceSeats(
  tx: Tx,
  agencyId: number,
  { licensedSeats, seats, present = [] }: SeatReport,
  now: Date,
): Promise<void> {
  // The row of the agency is written first, so that two reports of one agency wait for each other.
  const report = { licensed_seats: licensedSeats, reported_at: now }
  await tx
    .insertInto('agency_seats')
    .values({ agency_id: agencyId, ...report })
    .onConflict((on) => on.column('agency_id').doUpdateSet(report))
    .execute()
  await query(tx, upsertSeatsSql, [agencyId, JSON.stringify(seats)])
  await query(tx, deleteOtherSeatsSql, [agencyId, [...seats.map(({ username }) => username), ...present]])
}
