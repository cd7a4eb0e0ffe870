import { StaffStatus } from '@agency-support/contract/modules/staff'
import { makeDeleteOldest } from '../db/delete-oldest.ts'
import type { OpenDatabase, ReadDb, Tx } from '../db/open.ts'
import { type AsJson, type Column, query, type Row, statement } from '../db/query.ts'

/** All SQL for the session table. `isAlive` in find-session.ts decides which sessions are alive. */
type Write = OpenDatabase['write'] | Tx

const sessionColumns = [
  'session_id',
  'staff_id',
  'restricted',
  'authenticated_at',
  'last_input_at',
  'expires_at',
  'hard_end_at',
] as const satisfies readonly Column<'session'>[]
const staffColumns = ['username', 'permissions', 'mfa'] as const satisfies readonly Column<'staff'>[]

/** A session that has not been ended, with its person. */
export type SessionRow = AsJson<
  Row<'session', (typeof sessionColumns)[number]> & Row<'staff', (typeof staffColumns)[number]>
>

const facts = [
  ...sessionColumns.map((column) => `'${column}', s.${column}`),
  ...staffColumns.map((column) => `'${column}', u.${column}`),
]
const ofEnabled = `from session s join staff u on u.staff_id = s.staff_id
where s.ended_at is null and u.status <> ${StaffStatus.disabled}`

// One JSON value, because the driver is several times slower with arrays and dates.
const findSessionSql = statement<[tokenHash: Buffer], { found: SessionRow }>(
  'find_session',
  `select json_build_object(${facts.join(', ')}) as found ${ofEnabled} and s.token_hash = $1`,
  { byKey: true },
)

/** The session with this token digest, unless it was ended or its person is disabled. */
export async function findSessionRow(db: ReadDb, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const [answer] = await query(db, findSessionSql, [tokenHash])
  return answer?.found
}

type AccessRow = Row<
  'session',
  'session_id' | 'token_hash' | 'expires_at' | 'hard_end_at' | 'last_input_at'
> &
  Row<'staff', 'permissions'>

const listAccessSql = statement<[sessionIds: readonly number[]], AccessRow>(
  'list_session_access',
  `select s.session_id, s.token_hash, s.expires_at, s.hard_end_at, s.last_input_at, u.permissions
${ofEnabled} and not s.restricted and s.session_id = any($1::bigint[])`,
)

/** Those of these sessions that were not ended and have full access, with their person's permissions. */
export function listAccess(db: ReadDb, sessionIds: readonly number[]): Promise<AccessRow[]> {
  return query(db, listAccessSql, [sessionIds])
}

/** Moves the person's last input forward, never back. */
export async function moveLastInput(write: Write, sessionId: number, at: Date): Promise<void> {
  await write
    .updateTable('session')
    .set({ last_input_at: at })
    .where('session_id', '=', sessionId)
    .where('last_input_at', '<', at)
    .execute()
}

/**
 * Resets sessions, or one, whose times are later than `latest`: last input `now`, and the hard end at most `hardEnd`.
 */
export async function endFutureSessions(
  write: Write,
  { now, hardEnd, latest }: { now: Date; hardEnd: Date; latest: { input: Date; hardEnd: Date } },
  sessionId: number | undefined,
): Promise<void> {
  await write
    .updateTable('session')
    .set((row) => ({
      created_at: row.fn<Date>('least', ['created_at', row.val(now)]),
      last_input_at: row.fn<Date>('least', ['last_input_at', row.val(now)]),
      hard_end_at: row.fn<Date>('least', ['hard_end_at', row.val(hardEnd)]),
    }))
    .where((row) =>
      row.or([row('last_input_at', '>', latest.input), row('hard_end_at', '>', latest.hardEnd)]),
    )
    .$if(sessionId !== undefined, (only) => only.where('session_id', '=', sessionId ?? 0))
    .execute()
}

/** Deletes sessions whose hard end was before an instant, up to `limit`; returns how many. */
export const deleteSessionsBefore = makeDeleteOldest('session', { key: ['session_id'], at: 'hard_end_at' })

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

/** Ends one session; false if it had already ended. */
export async function endSession(tx: Tx, sessionId: number, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends the session of a token and returns whose it was; undefined if it had already ended. */
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

/** Moves the last input and the expiry of a session forward, never back and never past its hard end. */
export async function moveEnds(
  write: Write,
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

/** Ends one session if it belongs to this person; false if it had already ended. */
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

/** Ends all sessions of a person except one; returns their times, which tell which of them were alive. */
export function endSessionsBut(
  tx: Tx,
  { staffId, sessionId, now }: { staffId: number; sessionId: number; now: Date },
): Promise<Row<'session', 'last_input_at' | 'expires_at' | 'hard_end_at'>[]> {
  // Expired ones too: the renewal of one may not be saved yet, which would bring it back.
  return tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('staff_id', '=', staffId)
    .where('session_id', '<>', sessionId)
    .where('ended_at', 'is', null)
    .returning(['last_input_at', 'expires_at', 'hard_end_at'])
    .execute()
}

/** The sessions of a person that were not ended, the most recently used first. */
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
 * Gives a session a new token and makes it freshly authenticated and unrestricted; false if it has ended.
 * `confirmed` allows one change of the password; that change clears it.
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

/** True if the person confirmed their identity in this session after one instant and not after another. */
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

/** Ends all but the newest `keep` sessions of a person. */
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
        // Not by time: where the clock went back, a person's new session would be the oldest and end at once.
        .orderBy('session_id', 'desc')
        .offset(keep),
    )
    .execute()
}

/** Moves the expiry of a session forward, never back. */
export async function extendSession(tx: Tx, sessionId: number, expiresAt: Date): Promise<void> {
  await tx
    .updateTable('session')
    .set({ expires_at: expiresAt })
    .where('session_id', '=', sessionId)
    .where('expires_at', '<', expiresAt)
    .execute()
}

/** Ends all sessions of a person; returns how many. */
export async function endSessions(tx: Tx, staffId: number, now: Date): Promise<number> {
  const result = await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** The times of these people's sessions that were neither ended nor expired. */
export function listEnds(db: ReadDb | Tx, staffIds: readonly number[], now: Date) {
  return db
    .selectFrom('session')
    .select(['staff_id', 'last_input_at', 'expires_at', 'hard_end_at'])
    .where('staff_id', 'in', [...staffIds])
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}
