import type { ReadDb, Tx } from '../../db/open.ts'

/** What a staff row may be (000 §3). */
export const StaffStatus = { enabled: 0, disabled: 1, locked: 2, mustChangePassword: 3 } as const

/** A person who may sign in, without the password. */
export interface StaffMember {
  staff_id: number
  username: string
  first_name: string
  last_name: string
  status: number
  mfa: number
  permissions: number[]
}

const shown = ['staff_id', 'username', 'first_name', 'last_name', 'status', 'mfa', 'permissions'] as const

/** Everybody by name. */
export function listStaff(db: ReadDb): Promise<StaffMember[]> {
  return db.selectFrom('staff').select(shown).orderBy('username').execute()
}

/** One person, or undefined. */
export function findMember(db: ReadDb, username: string): Promise<StaffMember | undefined> {
  return db.selectFrom('staff').select(shown).where('username', '=', username).executeTakeFirst()
}

/** One person, kept from changing until the transaction ends. */
export function lockMember(tx: Tx, username: string): Promise<StaffMember | undefined> {
  return tx.selectFrom('staff').select(shown).where('username', '=', username).forUpdate().executeTakeFirst()
}

export interface NewMember {
  username: string
  firstName: string
  lastName: string
  passwordHash: string
  status: number
  permissions: readonly number[]
}

/** Adds a person; false when the name is taken. */
export async function insertMember(tx: Tx, member: NewMember, now: Date): Promise<boolean> {
  const row = await tx
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
    .returning('staff_id')
    .executeTakeFirst()
  return row !== undefined
}

export interface MemberChange {
  passwordHash?: string
  passwordChangedAt?: Date
  status?: number
  permissions?: readonly number[]
}

/** Changes what is given and counts the version. */
export async function changeMember(tx: Tx, staffId: number, change: MemberChange): Promise<void> {
  await tx
    .updateTable('staff')
    .set((eb) => ({
      ...(change.passwordHash === undefined ? {} : { password_hash: change.passwordHash }),
      ...(change.passwordChangedAt === undefined ? {} : { password_changed_at: change.passwordChangedAt }),
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.permissions === undefined ? {} : { permissions: [...change.permissions] }),
      version: eb('version', '+', 1),
    }))
    .where('staff_id', '=', staffId)
    .execute()
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
