import { StaffStatus } from '@agency-support/contract/modules/staff'
import type { ReadDb, Tx } from '../../db/open.ts'
import type { Column, Row } from '../../db/query.ts'

const staffColumns = [
  'staff_id',
  'username',
  'password_hash',
  'permissions',
  'status',
  'mfa',
  'version',
] as const satisfies readonly Column<'staff'>[]

/** A person, as needed for sign-in. */
export type StaffRow = Row<'staff', (typeof staffColumns)[number]>

/** The person with a username in lower case. */
export function findStaff(db: ReadDb, username: string): Promise<StaffRow | undefined> {
  return db.selectFrom('staff').select(staffColumns).where('username', '=', username).executeTakeFirst()
}

/**
 * Locks and returns the person; undefined if password, status or second factor differ from what was judged, or did in
 * the meantime.
 */
export function lockJudged(tx: Tx, judged: StaffRow): Promise<StaffRow | undefined> {
  return (
    tx
      .selectFrom('staff')
      .select(staffColumns)
      .where('staff_id', '=', judged.staff_id)
      .where('password_hash', 'is not distinct from', judged.password_hash)
      .where('status', '=', judged.status)
      .where('mfa', '=', judged.mfa)
      // The version also changes when an account is disabled and enabled again. A change of only the permissions is
      // allowed.
      .where((row) =>
        row.or([
          row('version', '=', judged.version),
          row.and([
            row('version', '=', judged.version + 1),
            row('permissions_version', '=', judged.version + 1),
          ]),
        ]),
      )
      .forUpdate()
      .executeTakeFirst()
  )
}

/** Checks that this is the person's password; it cannot change until the transaction ends. */
export async function lockPassword(tx: Tx, staffId: number, hash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('staff')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .where('password_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Sets a password and clears a demand to change it, unless it was changed since `oldHash` was read. */
export async function changePassword(
  tx: Tx,
  change: { staffId: number; oldHash: string | null; newHash: string; now: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('staff')
    .set((row) => ({
      password_hash: change.newHash,
      password_changed_at: change.now,
      status: row
        .case()
        .when('status', '=', StaffStatus.passwordChangeRequired)
        .then(StaffStatus.enabled)
        .else(row.ref('status'))
        .end(),
      must_change_password: false,
      version: row('version', '+', 1),
    }))
    .where('staff_id', '=', change.staffId)
    .where('password_hash', 'is not distinct from', change.oldHash)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** When these people last signed in; null for never. */
export function findLastSignIns(db: ReadDb | Tx, staffIds: readonly number[]) {
  return db
    .selectFrom('staff')
    .select('staff_id')
    .select((eb) =>
      eb
        .selectFrom('journal')
        .select('at')
        .whereRef('actor', '=', 'staff.username')
        .where('event', '=', 'session.signedIn')
        .orderBy('seq', 'desc')
        .limit(1)
        .as('last_sign_in_at'),
    )
    .where('staff_id', 'in', [...staffIds])
    .execute()
}
