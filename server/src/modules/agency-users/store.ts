import { type ReadDb, rowsOf, type Tx } from '../../db/open.ts'

/** A user of an agency; `expires_at` is set for a temporary one. */
export interface UserRow {
  username: string
  first_name: string
  last_name: string
  online: boolean
  status: number
  user_flags: number
  agency_permissions: number[]
  email_verified: boolean
  expires_at: Date | null
}

// A temporary user that the agency's software reports as well is still one user.
const users = `select username, coalesce(first_name, '') as first_name, coalesce(last_name, '') as last_name,
  coalesce(online, false) as online, coalesce(status, 0) as status, coalesce(user_flags, $3) as user_flags,
  coalesce(agency_permissions, '{}') as agency_permissions, coalesce(email_verified, false) as email_verified,
  expires_at
from (select * from agency_user where agency_id = $1) reported
full join (
  select username, expires_at from super_user where agency_id = $1 and ended_at is null and expires_at > $2
) made using (username)
order by username`

/** Users of an agency by name: those reported, and temporary ones that expired after `shownSince`. */
export function listUsers(
  db: ReadDb | Tx,
  { agencyId, shownSince, madeFlags }: { agencyId: number; shownSince: Date; madeFlags: number },
): Promise<UserRow[]> {
  return rowsOf<UserRow>(db, users, [agencyId, shownSince, madeFlags])
}

const names = `select username from agency_user where agency_id = $1
union select username from super_user where agency_id = $1 and ended_at is null`

/** The names of all users of an agency, in no order. */
export async function listNames(db: ReadDb | Tx, agencyId: number): Promise<string[]> {
  const rows = await rowsOf<{ username: string }>(db, names, [agencyId])
  return rows.map(({ username }) => username)
}

const unlock = `update agency_user set status = 0 where agency_id = $1 and username = $2 and status = $3 returning 1`

/** Takes the lock from a user; false when there was none. */
export async function unlockUser(
  tx: Tx,
  agencyId: number,
  username: string,
  locked: number,
): Promise<boolean> {
  return (await rowsOf(tx, unlock, [agencyId, username, locked])).length > 0
}

const known = `select email_verified, email_verified_at from agency_user where agency_id = $1 and username = $2
union all
select false, null from super_user where agency_id = $1 and username = $2 limit 1`

/** What is known of a user's email address; undefined when the agency has no such user. */
export async function findUser(
  db: ReadDb | Tx,
  agencyId: number,
  username: string,
): Promise<{ email_verified: boolean; email_verified_at: Date | null } | undefined> {
  const [row] = await rowsOf<{ email_verified: boolean; email_verified_at: Date | null }>(db, known, [
    agencyId,
    username,
  ])
  return row
}

/** A user as an agency's software reports it. */
export interface ReportedUser {
  username: string
  firstName: string
  lastName: string
  online: boolean
  status: number
  userFlags: number
  agencyPermissions: readonly number[]
  emailVerified: boolean
}

// In the order of the names, so that two reports of one agency wait for each other instead of deadlocking.
const upsert = `insert into agency_user
  (agency_id, username, first_name, last_name, online, status, user_flags, agency_permissions, email_verified)
select $1, username, "firstName", "lastName", online, status, "userFlags", "agencyPermissions", "emailVerified"
from jsonb_to_recordset($2::jsonb) as report (username text, "firstName" text, "lastName" text, online boolean,
  status smallint, "userFlags" integer, "agencyPermissions" integer[], "emailVerified" boolean)
order by username
on conflict (agency_id, username) do update set
  first_name = excluded.first_name, last_name = excluded.last_name, online = excluded.online,
  status = excluded.status, user_flags = excluded.user_flags, agency_permissions = excluded.agency_permissions,
  email_verified = excluded.email_verified,
  email_verified_at = case
    when not excluded.email_verified then null
    when agency_user.email_verified then agency_user.email_verified_at
    else $3::timestamptz
  end
where (agency_user.first_name, agency_user.last_name, agency_user.online, agency_user.status,
  agency_user.user_flags, agency_user.agency_permissions, agency_user.email_verified)
  is distinct from (excluded.first_name, excluded.last_name, excluded.online, excluded.status,
  excluded.user_flags, excluded.agency_permissions, excluded.email_verified)
returning xmax = 0 as added`

const removeOthers = `delete from agency_user where agency_id = $1 and username <> all($2) returning 1`

/** Makes the users of an agency those of a report and tells how many were added, changed and removed. */
export async function replaceUsers(
  tx: Tx,
  agencyId: number,
  reported: readonly ReportedUser[],
  now: Date,
): Promise<{ added: number; changed: number; removed: number }> {
  const written = await rowsOf<{ added: boolean }>(tx, upsert, [agencyId, JSON.stringify(reported), now])
  const removed = await rowsOf(tx, removeOthers, [agencyId, reported.map(({ username }) => username)])
  const added = written.filter((row) => row.added).length
  return { added, changed: written.length - added, removed: removed.length }
}
