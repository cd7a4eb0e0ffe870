import type { SeatToken } from '@agency-support/contract/modules/seats'
import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, type Narrowed, query, type Row, statement } from '../../db/query.ts'

const columns = [
  'username',
  'last_sign_in_at',
  'last_token_at',
  'tokens',
  'release_problem',
] as const satisfies readonly Column<'agency_seat'>[]

/** A held seat. */
export type SeatRow = Narrowed<Row<'agency_seat', (typeof columns)[number]>, { tokens: SeatToken[] }>

type Licence = Row<'agency', 'is_online'> &
  Row<'agency_seats', 'licensed_seats'> & { reported_at: Date | null }

const findLicenceSql = statement<[agencyId: number], Licence>(
  'find_seat_licence',
  `select a.is_online, coalesce(s.licensed_seats, 0) as licensed_seats, s.reported_at
from agency a left join agency_seats s using (agency_id) where a.agency_id = $1`,
  { byKey: true },
)

/** Whether an agency is online, its number of seats, and when that was reported; undefined if it does not exist. */
export async function findLicence(db: ReadDb | Tx, agencyId: number): Promise<Licence | undefined> {
  const [row] = await query(db, findLicenceSql, [agencyId])
  return row
}

const listSeatsSql = statement<[agencyId: number], SeatRow>(
  'list_seats',
  `select ${columns.join(', ')} from agency_seat where agency_id = $1 and released_at is null order by username`,
)

/** The held seats of an agency by username. */
export function listSeats(db: ReadDb, agencyId: number): Promise<SeatRow[]> {
  return query(db, listSeatsSql, [agencyId])
}

const lockSeatSql = statement<[agencyId: number, username: string], SeatRow>(
  'lock_seat',
  `select ${columns.join(', ')} from agency_seat
where agency_id = $1 and username = $2 and released_at is null for update`,
)

/** A held seat, locked until the transaction ends; undefined if this user holds none. */
export async function lockSeat(tx: Tx, agencyId: number, username: string): Promise<SeatRow | undefined> {
  const [row] = await query(tx, lockSeatSql, [agencyId, username])
  return row
}

/** Releases a seat, recording the command that does so at the agency. */
export async function releaseSeat(
  tx: Tx,
  seat: { agencyId: number; username: string; commandId: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('agency_seat')
    .set({ released_at: seat.at, release_command_id: seat.commandId, release_problem: null })
    .where('agency_id', '=', seat.agencyId)
    .where('username', '=', seat.username)
    .execute()
}

/** Restores a seat whose release this command did not carry out; does nothing if it is not the seat's latest command. */
export async function restoreSeat(
  tx: Tx,
  { agencyId, commandId, problem }: { agencyId: number; commandId: number; problem: string },
): Promise<void> {
  await tx
    .updateTable('agency_seat')
    .set({ released_at: null, release_problem: problem })
    .where('agency_id', '=', agencyId)
    .where('release_command_id', '=', commandId)
    .where('released_at', 'is not', null)
    .execute()
}

/** Seats as reported by an agency's software. */
export interface SeatReport {
  licensedSeats: number
  seats: readonly {
    username: string
    lastSigninAt: string | null
    lastTokenAt: string | null
    tokens: readonly SeatToken[]
  }[]
  /** Users with a seat whose entry was not understood; it is kept unchanged. */
  present?: readonly string[]
}

// Only times reported by the agency are compared with each other, because two clocks cannot order events. A token is
// the released one if it was issued at the same time, on the same computer, to the same program and person.
const isAnotherToken = `not exists (
  select from jsonb_array_elements(agency_seat.tokens) released
  where (released->>'created')::timestamptz = (token->>'created')::timestamptz
  and (released->>'hostName', released->>'source', released->>'winUserName')
    is not distinct from (token->>'hostName', token->>'source', token->>'winUserName'))`

// Without tokens, a new sign-in or token time means that somebody holds the seat again.
const holdsAgain = `(case when jsonb_array_length(excluded.tokens) > 0
  then exists (select from jsonb_array_elements(excluded.tokens) token where ${isAnotherToken})
  else excluded.last_token_at is not null and excluded.last_token_at is distinct from agency_seat.last_token_at
    or excluded.last_sign_in_at is not null
      and excluded.last_sign_in_at is distinct from agency_seat.last_sign_in_at end)`

// A released seat keeps its released tokens until a different one is reported.
const staysReleased = `(agency_seat.released_at is not null and not ${holdsAgain})`
const unlessReleased = (column: string) =>
  `${column} = case when ${staysReleased} then agency_seat.${column} else excluded.${column} end`

const upsertSeatsSql = statement<[agencyId: number, seats: string]>(
  'upsert_seats',
  `insert into agency_seat (agency_id, username, last_sign_in_at, last_token_at, tokens)
select $1, username, "lastSigninAt", "lastTokenAt", tokens
from jsonb_to_recordset($2::jsonb) as reported
  (username text, "lastSigninAt" timestamptz, "lastTokenAt" timestamptz, tokens jsonb)
on conflict (agency_id, username) do update set
  ${['last_sign_in_at', 'last_token_at', 'tokens'].map(unlessReleased).join(',\n  ')},
  released_at = case when ${staysReleased} then agency_seat.released_at end,
  release_problem = case when ${holdsAgain} then null else agency_seat.release_problem end`,
)

const deleteOtherSeatsSql = statement<[agencyId: number, usernames: string[]]>(
  'delete_other_seats',
  'delete from agency_seat where agency_id = $1 and username <> all($2)',
)

/** Replaces the seats of an agency by those of a report. */
export async function replaceSeats(
  tx: Tx,
  agencyId: number,
  { licensedSeats, seats, present = [] }: SeatReport,
  now: Date,
): Promise<void> {
  // The agency's row is written first, so that concurrent reports of one agency run one after another.
  const report = { licensed_seats: licensedSeats, reported_at: now }
  await tx
    .insertInto('agency_seats')
    .values({ agency_id: agencyId, ...report })
    .onConflict((on) => on.column('agency_id').doUpdateSet(report))
    .execute()
  await query(tx, upsertSeatsSql, [agencyId, JSON.stringify(seats)])
  await query(tx, deleteOtherSeatsSql, [agencyId, [...seats.map(({ username }) => username), ...present]])
}
