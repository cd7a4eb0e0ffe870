import { type Background, repeat } from '../../lib/background.ts'
import { daySeconds } from '../../lib/clock.ts'
import { keepFor } from '../../jobs/keep-for.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import { isAlive } from '../../auth/find-session.ts'
import type { Bookkeeping } from '../../calls/context.ts'
import { listEnds, listOpenSessions, replaceToken } from '../../auth/session-store.ts'
import type { JobParts } from '../../jobs/job-parts.ts'
import { judgePassword } from '../../auth/passwords/hash.ts'
import { signInNameHash } from '../../auth/passwords/name-hash.ts'
import { judging, noteFailure, sessionCounter, takeAttempt } from './attempts.ts'
import { deleteCounter, deleteCounters, deleteCountersBefore, lockedAmong } from './attempts-store.ts'
import { countFailed, journalFailed } from './failed-sign-ins.ts'
import { deleteFailedBefore } from './failed-sign-ins-store.ts'
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

/** What counting an attempt at confirming one's identity needs. */
interface Attempting {
  db: ReadDb
  bookkeeping: Bookkeeping
  now: Date
}

/**
 * Runs work that judges a proof of a signed-in person, as one of their attempts; `none left` if they have none. If the
 * work fails the attempt is returned, because nothing was judged.
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
 * Judges the person's own password as one of their attempts. For a right one it returns a check, for the transaction of
 * what it allows, that the password is still the same. Throws TooManyHashes.
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
  const judged = await judgePassword(hash, password, mayBegin)
  if (judged === 'refused') return 'none left'
  return judged === 'right' ? (tx) => lockPassword(tx, staffId, hash) : undefined
}

/** Counts a wrong attempt of a signed-in person; true if it caused a lock. */
export function noteWrongAttempt(tx: Tx, username: string, now: Date): Promise<boolean> {
  return noteFailure(tx, sessionCounter(username), now)
}

/** Deletes the wrong attempts of a signed-in person. */
export function forgetOwnAttempts(tx: Tx, username: string): Promise<void> {
  return deleteCounter(tx, sessionCounter(username))
}

/** Counts an attempt while none is left, which gets no journal row. */
export function noteNoneLeft(tx: Tx, { network, now }: { network: string; now: Date }): Promise<void> {
  return countFailed(tx, { now, network, why: 'locked out' })
}

/** Deletes all wrong attempts and locks of a name; true if there were any. */
export function forgetAttempts(tx: Tx, username: string): Promise<boolean> {
  return deleteCounters(tx, signInNameHash(username))
}

/** Gives a live session a new token after its owner confirmed their identity; undefined if it has ended. */
export async function renewToken(tx: Tx, sessionId: number, now: Date): Promise<string | undefined> {
  const { token, hash } = newToken()
  return (await replaceToken(tx, { sessionId, tokenHash: hash, now, confirmed: true })) ? token : undefined
}

/** True for a stored session that is alive, or that was when it was ended now. */
export function isRowAlive(
  row: { expires_at: Date; hard_end_at: Date; last_input_at: Date },
  now: Date,
): boolean {
  const { expires_at: expiresAt, hard_end_at: hardEndAt, last_input_at: lastInputAt } = row
  return isAlive({ expiresAt, hardEndAt, lastInputAt }, now)
}

/** The live sessions of a person, the most recently used first. */
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

/** Facts about a person's sign-ins. */
export interface SignIns {
  /** Null if the person has never signed in. */
  lastSignInAt: Date | null
  /** Number of live sessions. */
  openSessions: number
}

/** Facts about the sign-ins of these people, by staff id. */
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

/** Those of these usernames that are locked after failed attempts, by any counter. */
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

const keepFailedSeconds = 30 * daySeconds

/** Deletes counters of attempts after a day. */
export const deleteOldAttempts = keepFor(daySeconds, deleteCountersBefore)
/** Deletes counts of failed sign-ins after thirty days. */
export const deleteOldFailures = keepFor(keepFailedSeconds, deleteFailedBefore)

const journalEveryMs = 60_000
const saveEveryMs = 2_000

/** Journals counts of failed sign-ins with unknown and locked names, after each hour. */
export function startCountingFailedSignIns(
  parts: Pick<JobParts, 'db' | 'clock' | 'log' | 'committed'>,
): Background {
  const { db, clock, log, committed } = parts
  const work = async (): Promise<void> => {
    if ((await journalFailed(db, clock)) > 0) committed()
  }
  return repeat('signIn.count', { everyMs: journalEveryMs, log, work })
}

/** Saves unsaved session updates within seconds after the database accepts changes again. */
export function startSavingSessions(parts: SavingParts & Pick<JobParts, 'log'>): Background {
  return repeat('sessions.save', { everyMs: saveEveryMs, log: parts.log, work: () => saveSessions(parts) })
}
