import { type ReadDb, rowsOf, type Tx } from '../../db/open.ts'

/** A signed-in computer, as the report and the table hold it. */
export interface Token {
  created: string
  expiration: string
  hostName: string
  source: string
  winUserName: string
}

/** A seat that is taken. */
export interface SeatRow {
  username: string
  last_sign_in_at: Date | null
  last_token_at: Date | null
  tokens: Token[]
}

const licence = `select a.is_online, coalesce(s.licensed_seats, 0) as licensed_seats
from agency a left join agency_seats s using (agency_id) where a.agency_id = $1`

/** Whether an agency is online and how many seats it has; undefined when there is no such agency. */
export async function findLicence(
  db: ReadDb | Tx,
  agencyId: number,
): Promise<{ is_online: boolean; licensed_seats: number } | undefined> {
  const [row] = await rowsOf<{ is_online: boolean; licensed_seats: number }>(db, licence, [agencyId])
  return row
}

const columns = 'username, last_sign_in_at, last_token_at, tokens'

const taken = `select ${columns} from agency_seat where agency_id = $1 and released_at is null order by username`

/** The taken seats of an agency by user name. */
export function listSeats(db: ReadDb, agencyId: number): Promise<SeatRow[]> {
  return rowsOf<SeatRow>(db, taken, [agencyId])
}

const release = `update agency_seat set released_at = $3
where agency_id = $1 and username = $2 and released_at is null returning ${columns}`

/** Frees a seat and returns what it was; undefined when nobody of this name holds one. */
export async function releaseSeat(
  tx: Tx,
  agencyId: number,
  username: string,
  now: Date,
): Promise<SeatRow | undefined> {
  const [row] = await rowsOf<SeatRow>(tx, release, [agencyId, username, now])
  return row
}

/** Seats as an agency's software reports them. */
export interface SeatReport {
  licensedSeats: number
  seats: readonly {
    username: string
    lastSigninAt: string | null
    lastTokenAt: string | null
    tokens: readonly Token[]
  }[]
}

// The row of the agency is written first, so that two reports of one agency wait for each other.
const report = `insert into agency_seats (agency_id, licensed_seats, reported_at) values ($1, $2, $3)
on conflict (agency_id) do update set licensed_seats = excluded.licensed_seats, reported_at = excluded.reported_at`

// What was released here comes back only with a token that is newer.
const upsert = `insert into agency_seat (agency_id, username, last_sign_in_at, last_token_at, tokens)
select $1, username, "lastSigninAt", "lastTokenAt", tokens
from jsonb_to_recordset($2::jsonb) as reported
  (username text, "lastSigninAt" timestamptz, "lastTokenAt" timestamptz, tokens jsonb)
on conflict (agency_id, username) do update set
  last_sign_in_at = excluded.last_sign_in_at, last_token_at = excluded.last_token_at, tokens = excluded.tokens,
  released_at = case when excluded.last_token_at > agency_seat.released_at then null else agency_seat.released_at end`

const removeOthers = 'delete from agency_seat where agency_id = $1 and username <> all($2)'

/** Makes the seats of an agency those of a report. */
export async function replaceSeats(
  tx: Tx,
  agencyId: number,
  { licensedSeats, seats }: SeatReport,
  now: Date,
): Promise<void> {
  await rowsOf(tx, report, [agencyId, licensedSeats, now])
  await rowsOf(tx, upsert, [agencyId, JSON.stringify(seats)])
  await rowsOf(tx, removeOthers, [agencyId, seats.map(({ username }) => username)])
}
