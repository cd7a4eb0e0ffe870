import { lockedOut, userFlag } from '@agency-support/contract/rules/agency-users'
import type { ReadDb, Tx } from '../../db/open.ts'
import { query, type Row, statement } from '../../db/query.ts'

/** A user of an agency; `expires_at` is only set for a temporary user. */
export type UserRow = Omit<Row<'agency_user'>, 'agency_id' | 'email_verified_at' | 'unlock_command_id'> & {
  expires_at: Row<'super_user'>['expires_at'] | null
}

// A temporary user that the agency's software also reports is listed once.
const listUsersSql = statement<[agencyId: number, shownSince: Date], UserRow>(
  'list_users',
  `select username, coalesce(first_name, '') as first_name, coalesce(last_name, '') as last_name,
  coalesce(online, false) as online, coalesce(status, 0) as status, coalesce(user_flags, ${userFlag.superUser}) as user_flags,
  coalesce(agency_permissions, '{}') as agency_permissions, coalesce(email_verified, false) as email_verified,
  unlock_problem, expires_at
from (select * from agency_user where agency_id = $1) reported
full join (
  select username, expires_at from super_user where agency_id = $1 and ended_at is null and expires_at > $2
) made using (username)
order by username`,
  { byKey: true },
)

/** Users of an agency by name: those reported, and temporary ones that expired after `shownSince`. */
export function listUsers(
  db: ReadDb | Tx,
  { agencyId, shownSince }: { agencyId: number; shownSince: Date },
): Promise<UserRow[]> {
  return query(db, listUsersSql, [agencyId, shownSince])
}

/** The names of all users of an agency, unordered. */
export async function listNames(db: ReadDb | Tx, agencyId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('agency_user')
    .select('username')
    .where('agency_id', '=', agencyId)
    .union((made) =>
      made
        .selectFrom('super_user')
        .select('username')
        .where('agency_id', '=', agencyId)
        .where('ended_at', 'is', null),
    )
    .execute()
  return rows.map(({ username }) => username)
}

/** True for an online agency, whose users the console does not unlock; false for an unknown one. */
export async function isOnlineAgency(tx: Tx, agencyId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('agency')
    .select('is_online')
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()
  return row?.is_online === true
}

/** Unlocks a user; false if the user was not locked. */
export async function unlockUser(tx: Tx, agencyId: number, username: string): Promise<boolean> {
  const result = await tx
    .updateTable('agency_user')
    .set({ status: 0, unlock_problem: null })
    .where('agency_id', '=', agencyId)
    .where('username', '=', username)
    .where('status', '=', lockedOut)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

interface Unlocking {
  agencyId: number
  username: string
  commandId: number
}

/** Notes the command that unlocks a user at the agency. */
export async function noteUnlocking(tx: Tx, { agencyId, username, commandId }: Unlocking): Promise<void> {
  await tx
    .updateTable('agency_user')
    .set({ unlock_command_id: commandId })
    .where('agency_id', '=', agencyId)
    .where('username', '=', username)
    .execute()
}

/** Forgets the command that unlocks a user, unless another command came since. */
export async function forgetUnlocking(tx: Tx, { agencyId, username, commandId }: Unlocking): Promise<void> {
  await tx
    .updateTable('agency_user')
    .set({ unlock_command_id: null })
    .where('agency_id', '=', agencyId)
    .where('username', '=', username)
    .where('unlock_command_id', '=', commandId)
    .execute()
}

/**
 * Locks a user whom this command did not unlock, with the reason; returns the status until then, undefined if another
 * command came since, or a report that the user is not locked.
 */
export async function lockAgain(
  tx: Tx,
  { agencyId, username, commandId }: Unlocking,
  problem: string,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('agency_user')
    .select('status')
    .where('agency_id', '=', agencyId)
    .where('username', '=', username)
    .where('unlock_command_id', '=', commandId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  await tx
    .updateTable('agency_user')
    .set({ status: lockedOut, unlock_command_id: null, unlock_problem: problem })
    .where('agency_id', '=', agencyId)
    .where('username', '=', username)
    .execute()
  return row.status
}

type EmailRow = Row<'agency_user', 'email_verified' | 'email_verified_at'>

const findUserSql = statement<[agencyId: number, username: string], EmailRow>(
  'find_user',
  `select email_verified, email_verified_at from agency_user where agency_id = $1 and username = $2
union all
select false, null from super_user where agency_id = $1 and username = $2 limit 1`,
  { byKey: true },
)

/** Facts about a user's email address; undefined if the agency has no such user. */
export async function findUser(
  db: ReadDb | Tx,
  agencyId: number,
  username: string,
): Promise<EmailRow | undefined> {
  const [row] = await query(db, findUserSql, [agencyId, username])
  return row
}

/** A user as reported by an agency's software. */
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

// In the order of names, so that concurrent reports of one agency wait for each other instead of deadlocking.
const upsertUsersSql = statement<[agencyId: number, users: string, now: Date], { added: boolean }>(
  'upsert_users',
  `insert into agency_user
  (agency_id, username, first_name, last_name, online, status, user_flags, agency_permissions, email_verified)
select $1, username, "firstName", "lastName", online, status, "userFlags", "agencyPermissions", "emailVerified"
from jsonb_to_recordset($2::jsonb) as report (username text, "firstName" text, "lastName" text, online boolean,
  status smallint, "userFlags" integer, "agencyPermissions" integer[], "emailVerified" boolean)
order by username
on conflict (agency_id, username) do update set
  first_name = excluded.first_name, last_name = excluded.last_name, online = excluded.online,
  status = excluded.status, user_flags = excluded.user_flags, agency_permissions = excluded.agency_permissions,
  email_verified = excluded.email_verified,
  unlock_command_id = case when excluded.status = ${lockedOut} then agency_user.unlock_command_id end,
  unlock_problem = case when excluded.status = ${lockedOut} then agency_user.unlock_problem end,
  email_verified_at = case
    when not excluded.email_verified then null
    when agency_user.email_verified then agency_user.email_verified_at
    else $3::timestamptz
  end
where agency_user.unlock_command_id is not null and excluded.status <> ${lockedOut}
  or (agency_user.first_name, agency_user.last_name, agency_user.online, agency_user.status,
  agency_user.user_flags, agency_user.agency_permissions, agency_user.email_verified)
  is distinct from (excluded.first_name, excluded.last_name, excluded.online, excluded.status,
  excluded.user_flags, excluded.agency_permissions, excluded.email_verified)
returning xmax = 0 as added`,
)

const deleteOtherUsersSql = statement<[agencyId: number, usernames: string[]]>(
  'delete_other_users',
  'delete from agency_user where agency_id = $1 and username <> all($2) returning 1',
)

/**
 * Replaces the users of an agency by those of a report; returns how many were added, changed and removed. Users in
 * `present` are kept unchanged, because the report names them in an entry that was not understood.
 */
export async function replaceUsers(
  tx: Tx,
  agencyId: number,
  { users, present }: { users: readonly ReportedUser[]; present: readonly string[] },
  now: Date,
): Promise<{ added: number; changed: number; removed: number }> {
  const written = await query(tx, upsertUsersSql, [agencyId, JSON.stringify(users), now])
  const kept = [...users.map(({ username }) => username), ...present]
  const removed = await query(tx, deleteOtherUsersSql, [agencyId, kept])
  const added = written.filter((row) => row.added).length
  return { added, changed: written.length - added, removed: removed.length }
}
