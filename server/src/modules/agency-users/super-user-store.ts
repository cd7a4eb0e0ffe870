import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, query, type Row, statement } from '../../db/query.ts'

const columns = [
  'super_user_id',
  'username',
  'created_by',
  'created_at',
  'expires_at',
] as const satisfies readonly Column<'super_user'>[]

/** A temporary user, without its password. */
export type SuperUserRow = Row<'super_user', (typeof columns)[number]>

/** The latest temporary users of an agency, newest first. */
export function listCreated(db: ReadDb, agencyId: number, limit: number): Promise<SuperUserRow[]> {
  return db
    .selectFrom('super_user')
    .select(columns)
    .where('agency_id', '=', agencyId)
    .orderBy('created_at', 'desc')
    .orderBy('super_user_id', 'desc')
    .limit(limit)
    .execute()
}

const liveOnes = (db: ReadDb, agencyId: number, now: Date) =>
  db
    .selectFrom('super_user')
    .where('agency_id', '=', agencyId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .orderBy('super_user_id')

/** Temporary users that have not expired, the next to expire first. */
export function listLive(db: ReadDb, agencyId: number, now: Date): Promise<SuperUserRow[]> {
  return liveOnes(db, agencyId, now).select(columns).execute()
}

/** The same with password hashes, for the agency's own software. */
export function listLiveHashes(
  db: ReadDb,
  agencyId: number,
  now: Date,
): Promise<{ username: string; password_hash: string; expires_at: Date }[]> {
  return liveOnes(db, agencyId, now)
    .select(['username', 'password_hash', 'expires_at'])
    .where('password_hash', 'is not', null)
    .$narrowType<{ password_hash: string }>()
    .execute()
}

const insertSuperUserSql = statement<
  [
    agencyId: number,
    username: string,
    passwordHash: string,
    createdBy: string,
    createdAt: Date,
    expiresAt: Date,
  ],
  SuperUserRow
>(
  'insert_super_user',
  `insert into super_user (agency_id, username, password_hash, created_by, created_at, expires_at)
select a.agency_id, $2, $3, $4, $5, $6 from agency a
where a.agency_id = $1 and not exists (
  select from agency_user u where u.agency_id = a.agency_id and upper(u.username) = $2
)
on conflict (agency_id, username) where ended_at is null do nothing
returning ${columns.join(', ')}`,
)

export interface NewSuperUser {
  agencyId: number
  username: string
  passwordHash: string
  createdBy: string
  expiresAt: Date
}

/**
 * Adds a temporary user; undefined if there is no such agency or the name is taken. Names of users that expired before
 * `shownSince` are free again.
 */
export async function insertSuperUser(
  tx: Tx,
  given: NewSuperUser,
  { now, shownSince }: { now: Date; shownSince: Date },
): Promise<SuperUserRow | undefined> {
  const { agencyId, username, passwordHash, createdBy, expiresAt } = given
  await tx
    .updateTable('super_user')
    .set({ password_hash: null, ended_at: now })
    .where('agency_id', '=', agencyId)
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', shownSince)
    .execute()
  const [row] = await query(tx, insertSuperUserSql, [
    agencyId,
    username,
    passwordHash,
    createdBy,
    now,
    expiresAt,
  ])
  return row
}

/** Deletes the hashes of expired temporary users. */
export async function dropExpiredHashes(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('super_user')
    .set({ password_hash: null })
    .where('password_hash', 'is not', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute()
}

/** Ends a temporary user and returns it; undefined if it had already ended. */
export function endSuperUser(
  tx: Tx,
  agencyId: number,
  superUserId: number,
  now: Date,
): Promise<SuperUserRow | undefined> {
  return tx
    .updateTable('super_user')
    .set({ ended_at: now, password_hash: null })
    .where('agency_id', '=', agencyId)
    .where('super_user_id', '=', superUserId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst()
}
