import { sql } from 'kysely'
import { advisoryLocks } from '../../db/locks.ts'
import type { ReadDb, Tx } from '../../db/open.ts'

/** A person who may sign in, without the password. */
export interface StaffMember {
  staff_id: number
  username: string
  first_name: string
  last_name: string
  status: number
  mfa: number
  permissions: number[]
  version: number
  permissions_version: number
}

const shown = [
  'staff_id',
  'username',
  'first_name',
  'last_name',
  'status',
  'mfa',
  'permissions',
  'version',
  'permissions_version',
] as const

/** Everybody by name. */
export function listStaff(db: ReadDb): Promise<StaffMember[]> {
  return db.selectFrom('staff').select(shown).orderBy('username').execute()
}

/** One person, or undefined. */
export function findMember(db: ReadDb | Tx, username: string): Promise<StaffMember | undefined> {
  return db.selectFrom('staff').select(shown).where('username', '=', username).executeTakeFirst()
}

/** One person, kept from changing until the transaction ends. */
export function lockMember(tx: Tx, username: string): Promise<StaffMember | undefined> {
  return tx.selectFrom('staff').select(shown).where('username', '=', username).forUpdate().executeTakeFirst()
}

/** Waits for its turn among the changes that could leave nobody who may update permissions. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.administrators})`.execute(tx)
}

/** True when somebody else who may sign in holds a permission. */
export async function heldByAnother(
  tx: Tx,
  { permission, staffId, disabled }: { permission: number; staffId: number; disabled: number },
): Promise<boolean> {
  const row = await tx
    .selectFrom('staff')
    .select('staff_id')
    .where('staff_id', '<>', staffId)
    .where('status', '<>', disabled)
    .where(sql<boolean>`${permission} = any(permissions)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewMember {
  username: string
  firstName: string
  lastName: string
  passwordHash: string
  status: number
  permissions: readonly number[]
}

/** Adds a person; undefined when the name is taken. */
export function insertMember(tx: Tx, member: NewMember, now: Date): Promise<StaffMember | undefined> {
  return tx
    .insertInto('staff')
    .values({
      username: member.username,
      first_name: member.firstName,
      last_name: member.lastName,
      password_hash: member.passwordHash,
      password_changed_at: now,
      status: member.status,
      permissions: [...member.permissions],
      created_at: now,
    })
    .onConflict((on) => on.column('username').doNothing())
    .returning(shown)
    .executeTakeFirst()
}

export interface MemberChange {
  passwordHash?: string
  passwordChangedAt?: Date
  status?: number
  permissions?: readonly number[]
}

/** Changes what is given and counts the version. */
export function changeMember(tx: Tx, staffId: number, change: MemberChange): Promise<StaffMember> {
  const { passwordHash, passwordChangedAt, status, permissions } = change
  return tx
    .updateTable('staff')
    .set((eb) => ({
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      ...(passwordChangedAt === undefined ? {} : { password_changed_at: passwordChangedAt }),
      ...(status === undefined ? {} : { status }),
      ...(permissions === undefined
        ? {}
        : { permissions: [...permissions], permissions_version: eb('version', '+', 1) }),
      version: eb('version', '+', 1),
    }))
    .where('staff_id', '=', staffId)
    .returning(shown)
    .executeTakeFirstOrThrow()
}

/** Ends the person's sessions and says how many. */
export async function endSessions(tx: Tx, staffId: number, now: Date): Promise<number> {
  const result = await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Forgets the failed sign-ins of a submitted name; true when there were any. */
export async function forgetFailures(tx: Tx, nameHash: Buffer): Promise<boolean> {
  const result = await tx.deleteFrom('sign_in_failure').where('name_hash', '=', nameHash).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Those of these digests, in hex, whose names failed attempts lock at an instant. */
export async function lockedNames(
  db: ReadDb | Tx,
  hashes: readonly Buffer[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sign_in_failure')
    .select('name_hash')
    .where('name_hash', 'in', [...hashes])
    .where('locked_until', '>', now)
    .execute()
  return new Set(rows.map(({ name_hash: hash }) => hash.toString('hex')))
}

/** What is known of a person's sign-ins. */
export interface SignIns {
  staff_id: number
  last_sign_in_at: Date | null
  open_sessions: number
}

/** The last sign-in and the open sessions of these people. */
export async function signInsOf(
  db: ReadDb | Tx,
  staffIds: readonly number[],
  { now, inputSince }: { now: Date; inputSince: Date },
): Promise<ReadonlyMap<number, SignIns>> {
  const rows = await db
    .selectFrom('staff')
    .select('staff_id')
    .select((eb) => [
      eb
        .selectFrom('journal')
        .select('at')
        .whereRef('actor', '=', 'staff.username')
        .where('event', '=', 'session.signedIn')
        .orderBy('seq', 'desc')
        .limit(1)
        .as('last_sign_in_at'),
      eb
        .selectFrom('session')
        .select((count) => count.fn.countAll<number>().as('open'))
        .whereRef('session.staff_id', '=', 'staff.staff_id')
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .where('hard_end_at', '>', now)
        .where('last_input_at', '>', inputSince)
        .as('open_sessions'),
    ])
    .where('staff_id', 'in', [...staffIds])
    .execute()
  return new Map(rows.map((row) => [row.staff_id, { ...row, open_sessions: row.open_sessions ?? 0 }]))
}

/** The newest row of the record about a person, among these events. */
export function lastEntryOf(
  tx: Tx,
  subject: string,
  events: readonly string[],
): Promise<{ event: string; actor: string; at: Date; after: unknown } | undefined> {
  return tx
    .selectFrom('journal')
    .select(['event', 'actor', 'at', 'after'])
    .where('subject', '=', subject)
    .where('event', 'in', [...events])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}
