import { plusSeconds } from '../../clock.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import { idleSeconds, isAlive } from '../../http/find-session.ts'
import { HttpFailure } from '../../http/refusal.ts'
import { TooManyHashes, verifyPassword } from '../../passwords/hash.ts'
import { signInNameHash } from '../../passwords/name-hash.ts'
import { forgetFailures, noteFailure, takeAttempt } from './attempts.ts'
import { lockedAmong } from './attempts-store.ts'
import { newToken } from './open-session.ts'
import {
  endSessions,
  endSessionsBut,
  endStaffSession,
  findStaff,
  listOpenSessions,
  replaceToken,
  signInsAt,
} from './store.ts'

/** A browser in which a person is signed in. */
export interface OpenPlace {
  sessionId: number
  userAgent: string
  address: string
  signedInAt: Date
  lastUsedAt: Date
}

/** Takes one of the person's attempts at proving who they are; false when there is none left. */
export function takeOwnAttempt(tx: Tx, username: string, now: Date): Promise<boolean> {
  return takeAttempt(tx, signInNameHash(username), now)
}

/** Locks the name when the wrong attempt was its last. */
export function noteWrongAttempt(tx: Tx, username: string, now: Date): Promise<void> {
  return noteFailure(tx, signInNameHash(username), now)
}

/** Forgets wrong attempts, and a lock that they led to; true when there were any. */
export function forgetAttempts(tx: Tx, username: string): Promise<boolean> {
  return forgetFailures(tx, signInNameHash(username))
}

/** Does work with passwords; when too many wait for theirs already, throws 503 with a sentence. */
export async function unlessBusy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TooManyHashes)) throw error
    throw new HttpFailure(503, 'Too many people are signing in. Please try again in a few seconds.', {
      headers: { 'retry-after': '2' },
      cause: error,
    })
  }
}

/** True when this is the person's password; throws 503 when too many are being checked. */
export async function isOwnPassword(db: ReadDb, username: string, password: string): Promise<boolean> {
  const hash = (await findStaff(db, username))?.password_hash ?? null
  return hash !== null && unlessBusy(() => verifyPassword(hash, password))
}

/** Gives a live session a new token and counts it as fresh; undefined when it is over. */
export async function renewToken(tx: Tx, sessionId: number, now: Date): Promise<string | undefined> {
  const { token, hash } = newToken()
  return (await replaceToken(tx, { sessionId, tokenHash: hash, now })) ? token : undefined
}

/** The sessions of a person that are alive, the last used first. */
export async function openSessionsOf(db: ReadDb, staffId: number, now: Date): Promise<OpenPlace[]> {
  const rows = await listOpenSessions(db, staffId)
  return rows
    .filter((row) =>
      isAlive({ expiresAt: row.expires_at, hardEndAt: row.hard_end_at, lastInputAt: row.last_input_at }, now),
    )
    .map((row) => ({
      sessionId: row.session_id,
      userAgent: row.user_agent,
      address: row.address,
      signedInAt: row.created_at,
      lastUsedAt: row.last_input_at,
    }))
}

/** Ends one session of a person; false when it was over or is somebody else's. */
export function endSessionOf(
  tx: Tx,
  given: { staffId: number; sessionId: number; now: Date },
): Promise<boolean> {
  return endStaffSession(tx, given)
}

/** Ends the person's sessions but this one; how many. */
export function endOthersOf(
  tx: Tx,
  given: { staffId: number; sessionId: number; now: Date },
): Promise<number> {
  return endSessionsBut(tx, given)
}

/** Ends all sessions of a person; how many. */
export function endAllOf(tx: Tx, { staffId, now }: { staffId: number; now: Date }): Promise<number> {
  return endSessions(tx, staffId, now)
}

/** What is known of a person's sign-ins. */
export interface SignIns {
  /** Null when the person has never signed in. */
  lastSignInAt: Date | null
  /** Sessions that are alive. */
  openSessions: number
}

/** The sign-ins of these people by their staff id. */
export async function signInsOf(
  db: ReadDb | Tx,
  staffIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, SignIns>> {
  const rows = await signInsAt(db, staffIds, { now, inputSince: plusSeconds(now, -idleSeconds) })
  return new Map(
    rows.map((row) => [
      row.staff_id,
      { lastSignInAt: row.last_sign_in_at, openSessions: row.open_sessions ?? 0 },
    ]),
  )
}

/** Those of these user names that failed attempts lock at an instant. */
export async function lockedNames(
  db: ReadDb | Tx,
  usernames: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const hashes = usernames.map(signInNameHash)
  const locked = await lockedAmong(db, hashes, now)
  return new Set(usernames.filter((_, at) => locked.has(hashes[at]?.toString('hex') ?? '')))
}
