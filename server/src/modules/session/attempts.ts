import { plusSeconds } from '../../lib/clock.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import type { Bookkeeping } from '../../calls/context.ts'
import { tooManyRequests } from '../../calls/throttle.ts'
import { deriveNameHash, signInNameHash } from '../../auth/passwords/name-hash.ts'
import {
  type Counter,
  countAttempt,
  failedInMinute,
  giveBackAttempt,
  lockCounter,
  lockedUntil,
} from './attempts-store.ts'

/** Failures of one counter within the window before it is locked, and the length of the lock (D-12 and its sources). */
const maxFailures = 10
const windowSeconds = 15 * 60
const lockSeconds = 15 * 60
/** Failed sign-ins per minute over all names and addresses; known browsers are exempt. */
export const maxFailedPerMinute = 100

/** Counts attempts for a name from anywhere. */
export function nameCounter(name: string): Counter {
  const nameHash = signInNameHash(name)
  return { key: nameHash, nameHash }
}

/** Counts attempts from a known browser of the person with that name. */
export function browserCounter(name: string, browserId: string): Counter {
  const nameHash = signInNameHash(name)
  return { key: deriveNameHash(nameHash, `browser ${browserId}`), nameHash }
}

/** Counts a signed-in person's attempts to confirm their identity. */
export function sessionCounter(name: string): Counter {
  const nameHash = signInNameHash(name)
  return { key: deriveNameHash(nameHash, 'session'), nameHash }
}

/**
 * Takes an attempt before the proof is checked, so that concurrent guesses count too.
 * False if the counter is locked or has no attempts left.
 */
export async function takeAttempt(tx: Tx, counter: Counter, now: Date): Promise<boolean> {
  const windowBegan = plusSeconds(now, -windowSeconds)
  const lockEnd = plusSeconds(now, lockSeconds)
  const { failures, locked } = await countAttempt(tx, counter, { now, windowBegan, lockEnd })
  return !locked && failures <= maxFailures
}

/** True while a counter is locked; `takeAttempt` shortens a lock that a wrong clock set too far ahead. */
export async function isLocked(db: ReadDb, counter: Counter, now: Date): Promise<boolean> {
  const until = await lockedUntil(db, counter, now)
  return until !== undefined && until <= plusSeconds(now, lockSeconds)
}

/** Runs work that judges an attempt; returns the attempt if the work fails before it has judged. */
export async function judging<T>(
  { bookkeeping, counter }: { bookkeeping: Bookkeeping; counter: Counter },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // If this fails too, the caller should see the original failure.
    await bookkeeping((tx) => giveBackAttempt(tx, counter)).catch(() => undefined)
    throw error
  }
}

/** Locks the counter if this failure was its last attempt; true if it did. */
export function noteFailure(tx: Tx, counter: Counter, now: Date): Promise<boolean> {
  return lockCounter(tx, counter, { failures: maxFailures, until: plusSeconds(now, lockSeconds) })
}

/** Throws 429 with Retry-After while too many sign-ins fail. */
export async function assertFewFail(db: ReadDb, now: Date): Promise<void> {
  const { count, secondsLeft } = await failedInMinute(db, now)
  if (count >= maxFailedPerMinute) throw tooManyRequests(secondsLeft)
}
