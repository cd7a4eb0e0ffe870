import { StaffStatus } from '@agency-support/contract/modules/staff'
import { permissionAliases } from '@agency-support/contract/permissions'
import { sql } from 'kysely'
import { advisoryLocks } from '../../db/locks.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, query, type Row, statement } from '../../db/query.ts'

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
  'permissions_changed_by',
  'permissions_changed_at',
  'must_change_password',
] as const satisfies readonly Column<'staff'>[]

/** A person who may sign in, without the password. */
export type StaffMember = Row<'staff', (typeof shown)[number]>

/** Everybody by name. */
export function listStaff(db: ReadDb): Promise<StaffMember[]> {
  return db.selectFrom('staff').select(shown).orderBy('username').execute()
}

/** One person; undefined if there is none. */
export function findMember(db: ReadDb | Tx, username: string): Promise<StaffMember | undefined> {
  return db.selectFrom('staff').select(shown).where('username', '=', username).executeTakeFirst()
}

/** One person, locked until the transaction ends. */
export function lockMember(tx: Tx, username: string): Promise<StaffMember | undefined> {
  return tx.selectFrom('staff').select(shown).where('username', '=', username).forUpdate().executeTakeFirst()
}

const lockAdministratorsSql = statement<[lock: number]>(
  'lock_administrators',
  'select pg_advisory_xact_lock($1)',
)

/** Serialises changes that could leave nobody who can update permissions. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await query(tx, lockAdministratorsSql, [advisoryLocks.administrators])
}

const administrators = permissionAliases.UserManagement

/** True for permissions with which a person can update those of others; that takes access to the console too. */
export const mayUpdatePermissions = (permissions: readonly number[]): boolean =>
  administrators.every((id) => permissions.includes(id))

/** True if somebody else who may sign in can update permissions. */
export async function hasOtherAdministrator(tx: Tx, staffId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('staff')
    .select('staff_id')
    .where('staff_id', '<>', staffId)
    .where('status', '<>', StaffStatus.disabled)
    .where(sql<boolean>`permissions @> ${[...administrators]}::integer[]`)
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
  mustChangePassword: boolean
  permissions: readonly number[]
}

/** Adds a person; undefined if the name is taken. */
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
      must_change_password: member.mustChangePassword,
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
  mustChangePassword?: boolean
  /** A new list, with who sets it and when. */
  permissions?: { list: readonly number[]; by: string; at: Date }
}

/** Changes the given fields and increments the version. */
export function changeMember(tx: Tx, staffId: number, change: MemberChange): Promise<StaffMember> {
  const { passwordHash, passwordChangedAt, status, mustChangePassword, permissions } = change
  return tx
    .updateTable('staff')
    .set((eb) => ({
      // What is undefined is not written.
      password_hash: passwordHash,
      password_changed_at: passwordChangedAt,
      status,
      must_change_password: mustChangePassword,
      ...(permissions && {
        permissions: [...permissions.list],
        permissions_version: eb('version', '+', 1),
        permissions_changed_by: permissions.by,
        permissions_changed_at: permissions.at,
      }),
      version: eb('version', '+', 1),
    }))
    .where('staff_id', '=', staffId)
    .returning(shown)
    .executeTakeFirstOrThrow()
}
