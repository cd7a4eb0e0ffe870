import type { OpenDatabase, ReadDb, Tx } from '../../db/open.ts'

/** A person as sign-in needs them. */
export interface StaffRow {
  staff_id: number
  username: string
  password_hash: string | null
  permissions: number[]
  status: number
  mfa: number
  version: number
}

const staffColumns = [
  'staff_id',
  'username',
  'password_hash',
  'permissions',
  'status',
  'mfa',
  'version',
] as const

/** The person of a user name in lower case. */
export function findStaff(db: ReadDb, username: string): Promise<StaffRow | undefined> {
  return db.selectFrom('staff').select(staffColumns).where('username', '=', username).executeTakeFirst()
}

/**
 * The person as they are now, kept from changing until the transaction ends; undefined when password, status or
 * second factor are no longer those that were judged, or were others in between.
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
      // Disabled and enabled again is another version, and so is a change of permissions alone, which is none of these.
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

/** True while this is the person's password; it stays so until the transaction ends. */
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

export interface NewSession {
  staffId: number
  tokenHash: Buffer
  restricted: boolean
  now: Date
  expiresAt: Date
  hardEndAt: Date
  address: string
  userAgent: string
}

/** Stores a session; returns its id. */
export async function insertSession(tx: Tx, given: NewSession): Promise<number> {
  const row = await tx
    .insertInto('session')
    .values({
      token_hash: given.tokenHash,
      staff_id: given.staffId,
      restricted: given.restricted,
      created_at: given.now,
      authenticated_at: given.now,
      last_input_at: given.now,
      expires_at: given.expiresAt,
      hard_end_at: given.hardEndAt,
      address: given.address,
      user_agent: given.userAgent.slice(0, 300),
    })
    .returning('session_id')
    .executeTakeFirstOrThrow()
  return row.session_id
}

/** Ends one session; false when it was over already. */
export async function endSession(tx: Tx, sessionId: number, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends the session of a token; undefined when it was over already, else whose it was. */
export function endSessionOfToken(
  tx: Tx,
  tokenHash: Buffer,
  at: Date,
): Promise<{ session_id: number; username: string } | undefined> {
  return tx
    .updateTable('session')
    .from('staff')
    .set({ ended_at: at })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .whereRef('staff.staff_id', '=', 'session.staff_id')
    .returning(['session.session_id', 'staff.username'])
    .executeTakeFirst()
}

/** Moves the last input and the end of a session that nobody ended forward, never back and never past its hard end. */
export async function moveEnds(
  { write }: OpenDatabase,
  given: { sessionId: number; lastInputAt: Date; expiresAt: Date },
): Promise<void> {
  await write
    .updateTable('session')
    .set((row) => ({
      last_input_at: row.fn<Date>('greatest', ['last_input_at', row.val(given.lastInputAt)]),
      expires_at: row.fn<Date>('greatest', [
        'expires_at',
        row.fn<Date>('least', ['hard_end_at', row.val(given.expiresAt)]),
      ]),
    }))
    .where('session_id', '=', given.sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends one session of this very person; false when it was over already. */
export async function endStaffSession(
  tx: Tx,
  { staffId, sessionId, now }: { staffId: number; sessionId: number; now: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('session_id', '=', sessionId)
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('hard_end_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends all sessions of a person but one; how many. */
export async function endSessionsBut(
  tx: Tx,
  { staffId, sessionId, now }: { staffId: number; sessionId: number; now: Date },
): Promise<number> {
  const result = await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('staff_id', '=', staffId)
    .where('session_id', '<>', sessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** The sessions of a person that nobody ended, the last used first. */
export function listOpenSessions(db: ReadDb, staffId: number) {
  return db
    .selectFrom('session')
    .select([
      'session_id',
      'user_agent',
      'address',
      'created_at',
      'last_input_at',
      'expires_at',
      'hard_end_at',
    ])
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .orderBy('last_input_at', 'desc')
    .orderBy('session_id', 'desc')
    .execute()
}

/**
 * Gives a session that nobody ended another token, and counts it as fresh and full; false when it is over.
 * `confirmed` allows one change of the password, which takes it away again.
 */
export async function replaceToken(
  tx: Tx,
  given: { sessionId: number; tokenHash: Buffer; now: Date; confirmed: boolean },
): Promise<boolean> {
  const { sessionId, tokenHash, now, confirmed } = given
  const result = await tx
    .updateTable('session')
    .set({
      token_hash: tokenHash,
      authenticated_at: now,
      confirmed_at: confirmed ? now : null,
      restricted: false,
    })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** True when the person confirmed who they are in this session after one instant and not after another. */
export async function isConfirmed(
  db: ReadDb,
  sessionId: number,
  { after, until }: { after: Date; until: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('confirmed_at', '>', after)
    .where('confirmed_at', '<=', until)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the sessions of a person beyond the newest `keep`. */
export async function endSessionsBeyond(tx: Tx, staffId: number, keep: number, now: Date): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where('session_id', 'in', (query) =>
      query
        .selectFrom('session')
        .select('session_id')
        .where('staff_id', '=', staffId)
        .where('ended_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('session_id', 'desc')
        .offset(keep),
    )
    .execute()
}

/** Moves the end of a session forward, never back. */
export async function extendSession(tx: Tx, sessionId: number, expiresAt: Date): Promise<void> {
  await tx
    .updateTable('session')
    .set({ expires_at: expiresAt })
    .where('session_id', '=', sessionId)
    .where('expires_at', '<', expiresAt)
    .execute()
}

/** Sets a password and lifts the need to change it, unless it was changed since `oldHash` was read. */
export async function changePassword(
  tx: Tx,
  change: { staffId: number; oldHash: string | null; newHash: string; mustChange: number; now: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('staff')
    .set((row) => ({
      password_hash: change.newHash,
      password_changed_at: change.now,
      status: row.case().when('status', '=', change.mustChange).then(0).else(row.ref('status')).end(),
      must_change_password: false,
      version: row('version', '+', 1),
    }))
    .where('staff_id', '=', change.staffId)
    .where('password_hash', 'is not distinct from', change.oldHash)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends all sessions of a person; how many. */
export async function endSessions(tx: Tx, staffId: number, now: Date): Promise<number> {
  const result = await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** The last sign-in and the open sessions of these people. */
export function signInsAt(
  db: ReadDb | Tx,
  staffIds: readonly number[],
  { now, inputSince }: { now: Date; inputSince: Date },
) {
  return db
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
}
