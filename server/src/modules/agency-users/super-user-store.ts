import { type ReadDb, rowsOf, type Tx } from '../../db/open.ts'

/** A temporary user; never its password. */
export interface SuperUserRow {
  super_user_id: number
  username: string
  created_by: string
  created_at: Date
  expires_at: Date
}

const columns = 'super_user_id, username, created_by, created_at, expires_at'

const log = `select ${columns} from super_user where agency_id = $1
order by created_at desc, super_user_id desc limit $2`

/** The last that were made for an agency, newest first. */
export function listCreated(db: ReadDb, agencyId: number, most: number): Promise<SuperUserRow[]> {
  return rowsOf<SuperUserRow>(db, log, [agencyId, most])
}

const live = 'from super_user where agency_id = $1 and ended_at is null and expires_at > $2'
const nextToEnd = 'order by expires_at, super_user_id'

/** Those that have not ended, the next to end first. */
export function listLive(db: ReadDb, agencyId: number, now: Date): Promise<SuperUserRow[]> {
  return rowsOf<SuperUserRow>(db, `select ${columns} ${live} ${nextToEnd}`, [agencyId, now])
}

/** The same with the hashes of their passwords, for the agency's own software. */
export function listLiveHashes(
  db: ReadDb,
  agencyId: number,
  now: Date,
): Promise<{ username: string; password_hash: string; expires_at: Date }[]> {
  const hashes = `select username, password_hash, expires_at ${live} and password_hash is not null ${nextToEnd}`
  return rowsOf(db, hashes, [agencyId, now])
}

const freeNames = `update super_user set password_hash = null, ended_at = $2
where agency_id = $1 and ended_at is null and expires_at <= $3`

const insert = `insert into super_user (agency_id, username, password_hash, created_by, created_at, expires_at)
select a.agency_id, $2, $3, $4, $5, $6 from agency a
where a.agency_id = $1 and not exists (
  select from agency_user u where u.agency_id = a.agency_id and upper(u.username) = $2
)
on conflict (agency_id, username) where ended_at is null do nothing
returning ${columns}`

export interface NewSuperUser {
  agencyId: number
  username: string
  passwordHash: string
  createdBy: string
  expiresAt: Date
}

/**
 * Adds a temporary user; undefined when there is no such agency or the name is taken. The names of those that
 * expired before `shownSince` become free.
 */
export async function insertSuperUser(
  tx: Tx,
  given: NewSuperUser,
  { now, shownSince }: { now: Date; shownSince: Date },
): Promise<SuperUserRow | undefined> {
  const { agencyId, username, passwordHash, createdBy, expiresAt } = given
  await rowsOf(tx, freeNames, [agencyId, now, shownSince])
  const values = [agencyId, username, passwordHash, createdBy, now, expiresAt]
  const [row] = await rowsOf<SuperUserRow>(tx, insert, values)
  return row
}

const dropHashes = `update super_user set password_hash = null
where password_hash is not null and ended_at is null and expires_at <= $1`

/** Drops the hashes of those that have expired. */
export async function dropExpiredHashes(tx: Tx, now: Date): Promise<void> {
  await rowsOf(tx, dropHashes, [now])
}

const end = `update super_user set ended_at = $3, password_hash = null
where agency_id = $1 and super_user_id = $2 and ended_at is null and expires_at > $3 returning ${columns}`

/** Ends a temporary user and returns it; undefined when it has ended already. */
export async function endSuperUser(
  tx: Tx,
  agencyId: number,
  superUserId: number,
  now: Date,
): Promise<SuperUserRow | undefined> {
  const [row] = await rowsOf<SuperUserRow>(tx, end, [agencyId, superUserId, now])
  return row
}
