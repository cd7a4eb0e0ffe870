import { type Background, repeat } from '../../background.ts'
import type { Clock } from '../../clock.ts'
import type { OpenDatabase, ReadDb, Tx } from '../../db/open.ts'
import { isAlive } from '../../auth/find-session.ts'
import { HttpFailure } from '../../calls/refusal.ts'
import { listEnds, listOpenSessions, replaceToken } from '../../auth/session-store.ts'
import type { Log } from '../../log.ts'
import { judgePassword, TooManyHashes } from '../../auth/passwords/hash.ts'
import { signInNameHash } from '../../auth/passwords/name-hash.ts'
import { forgetFailures, judging, noteFailure, sessionCounter, takeAttempt } from './attempts.ts'
import { deleteCounters, lockedAmong } from './attempts-store.ts'
import { countFailed, journalFailed } from './failed-sign-ins.ts'
import { newToken } from './open-session.ts'
import { type SavingParts, saveSessions } from './save-sessions.ts'
import { findStaff, findLastSignIns, lockPassword } from './store.ts'

/** A browser in which a person is signed in. */
export interface OpenPlace {
  sessionId: number
  userAgent: string
  address: string
  signedInAt: Date
  lastUsedAt: Date
}

/** What an attempt at confirming who one is is counted with. */
interface Attempting {
  db: ReadDb
  bookkeeping<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  now: Date
}

/**
 * Does work that judges a proof of a person who is signed in, as one of their attempts; `none left` without it. An
 * attempt whose work failed was not judged, and is given back.
 */
export async function asOwnAttempt<T>(
  { bookkeeping, now }: Attempting,
  username: string,
  work: () => Promise<T>,
): Promise<T | 'none left'> {
  const counter = sessionCounter(username)
  if (!(await bookkeeping((tx) => takeAttempt(tx, counter, now)))) return 'none left'
  return judging({ bookkeeping, counter }, work)
}

/**
 * Judges the person's own password as one of their attempts. A right one comes with how to make sure, in the
 * transaction of what it opens, that it is still theirs. Throws 503 when too many are being checked.
 */
export async function judgeOwnPassword(
  { db, bookkeeping, now }: Attempting,
  { staffId, username }: { staffId: number; username: string },
  password: string,
): Promise<((tx: Tx) => Promise<boolean>) | undefined | 'none left'> {
  const hash = (await findStaff(db, username))?.password_hash ?? null
  if (hash === null) return undefined
  const counter = sessionCounter(username)
  const mayBegin = () => bookkeeping((tx) => takeAttempt(tx, counter, now))
  const judged = await unlessBusy(() => judgePassword(hash, password, mayBegin))
  if (judged === 'refused') return 'none left'
  return judged === 'right' ? (tx) => lockPassword(tx, staffId, hash) : undefined
}

/** Counts a wrong attempt of a person who is signed in; true when it was the last before a lock. */
export function noteWrongAttempt(tx: Tx, username: string, now: Date): Promise<boolean> {
  return noteFailure(tx, sessionCounter(username), now)
}

/** Forgets the wrong attempts of a person who is signed in. */
export function forgetOwnAttempts(tx: Tx, username: string): Promise<void> {
  return forgetFailures(tx, sessionCounter(username))
}

/** Counts an attempt that none was left for, which is worth no journal row of its own. */
export function noteNoneLeft(tx: Tx, { network, now }: { network: string; now: Date }): Promise<void> {
  return countFailed(tx, { now, network, why: 'locked out' })
}

/** Forgets all wrong attempts at a name and the locks that they led to; true when there were any. */
export function forgetAttempts(tx: Tx, username: string): Promise<boolean> {
  return deleteCounters(tx, signInNameHash(username))
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

/** Gives a live session whose owner confirmed who they are a new token; undefined when it is over. */
export async function renewToken(tx: Tx, sessionId: number, now: Date): Promise<string | undefined> {
  const { token, hash } = newToken()
  return (await replaceToken(tx, { sessionId, tokenHash: hash, now, confirmed: true })) ? token : undefined
}

function isRowAlive(row: { expires_at: Date; hard_end_at: Date; last_input_at: Date }, now: Date): boolean {
  const { expires_at: expiresAt, hard_end_at: hardEndAt, last_input_at: lastInputAt } = row
  return isAlive({ expiresAt, hardEndAt, lastInputAt }, now)
}

/** The sessions of a person that are alive, the last used first. */
export async function listOpenPlaces(db: ReadDb, staffId: number, now: Date): Promise<OpenPlace[]> {
  const rows = await listOpenSessions(db, staffId)
  return rows
    .filter((row) => isRowAlive(row, now))
    .map((row) => ({
      sessionId: row.session_id,
      userAgent: row.user_agent,
      address: row.address,
      signedInAt: row.created_at,
      lastUsedAt: row.last_input_at,
    }))
}

/** What is known of a person's sign-ins. */
export interface SignIns {
  /** Null when the person has never signed in. */
  lastSignInAt: Date | null
  /** Sessions that are alive. */
  openSessions: number
}

/** The sign-ins of these people by their staff id. */
export async function listSignIns(
  db: ReadDb | Tx,
  staffIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, SignIns>> {
  const last = await findLastSignIns(db, staffIds)
  const alive = (await listEnds(db, staffIds, now)).filter((row) => isRowAlive(row, now))
  const byStaff = Map.groupBy(alive, (row) => row.staff_id)
  return new Map(
    last.map(({ staff_id: id, last_sign_in_at: lastSignInAt }) => [
      id,
      { lastSignInAt, openSessions: byStaff.get(id)?.length ?? 0 },
    ]),
  )
}

/** Those of these user names that failed attempts lock at an instant, from wherever and at whatever. */
export async function lockedNames(
  db: ReadDb | Tx,
  usernames: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (usernames.length === 0) return new Set()
  const hashes = usernames.map(signInNameHash)
  const locked = await lockedAmong(db, hashes, now)
  return new Set(usernames.filter((_, at) => locked.has(hashes[at]?.toString('hex') ?? '')))
}

const journalEveryMs = 60_000
const saveEveryMs = 2_000

/** Counts failed sign-ins of unknown and of locked names in the journal, once their hour is over. */
export function startCountingFailedSignIns(parts: {
  db: OpenDatabase
  clock: Clock
  log: Log
  /** Told when something was appended to the journal. */
  committed: () => void
}): Background {
  const { db, clock, log, committed } = parts
  const work = async (): Promise<void> => {
    if ((await journalFailed(db, clock)) > 0) committed()
  }
  return repeat('signIn.count', { everyMs: journalEveryMs, log, work })
}

/** Saves what could not be saved of sessions, within seconds of the database taking changes again. */
export function startSavingSessions(parts: SavingParts & { log: Log }): Background {
  return repeat('sessions.save', { everyMs: saveEveryMs, log: parts.log, work: () => saveSessions(parts) })
}
