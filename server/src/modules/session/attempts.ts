import { plusSeconds } from '../../clock.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import { tooManyRequests } from '../../calls/throttle.ts'
import { apartHash, signInNameHash } from '../../auth/passwords/name-hash.ts'
import {
  type Counter,
  countAttempt,
  countFailedSignIn,
  deleteCounter,
  failedInMinute,
  lockCounter,
  lockedUntil,
  uncountAttempt,
} from './attempts-store.ts'

/** Failures of one counter within the window before it is locked, and for how long (D-12 and its sources). */
const maxFailures = 10
const windowSeconds = 15 * 60
const lockSeconds = 15 * 60
/** Failed sign-ins of all names from everywhere in a minute; known browsers are not held up by them. */
export const maxFailedPerMinute = 100

/** Counts attempts at a name from anywhere. */
export function anyoneCounter(name: string): Counter {
  const nameHash = signInNameHash(name)
  return { key: nameHash, nameHash }
}

/** Counts attempts of one browser in which the person of that name signed in lately. */
export function browserCounter(name: string, browserId: string): Counter {
  const nameHash = signInNameHash(name)
  return { key: apartHash(nameHash, `browser ${browserId}`), nameHash }
}

/** Counts attempts of a person at confirming who they are where they are signed in. */
export function sessionCounter(name: string): Counter {
  const nameHash = signInNameHash(name)
  return { key: apartHash(nameHash, 'session'), nameHash }
}

/**
 * Takes one of a counter's attempts before the proof is looked at, so that guesses made at once count too.
 * False when the counter is locked or has none left.
 */
export async function takeAttempt(tx: Tx, counter: Counter, now: Date): Promise<boolean> {
  const windowBegan = plusSeconds(now, -windowSeconds)
  const lockEnd = plusSeconds(now, lockSeconds)
  const { failures, locked } = await countAttempt(tx, counter, { now, windowBegan, lockEnd })
  return !locked && failures <= maxFailures
}

/** True while a counter takes no attempts; one that a wrong clock has locked for longer takes none for the usual time. */
export async function isLocked(db: ReadDb, counter: Counter, now: Date): Promise<boolean> {
  const until = await lockedUntil(db, counter, now)
  return until !== undefined && until <= plusSeconds(now, lockSeconds)
}

/** Gives back an attempt that was right as far as it went, or that was never judged. */
export function giveBackAttempt(tx: Tx, counter: Counter): Promise<void> {
  return uncountAttempt(tx, counter)
}

/** Does work that judges an attempt that was taken; gives it back when the work fails before it has judged. */
export async function judging<T>(
  { bookkeeping, counter }: { bookkeeping(work: (tx: Tx) => Promise<void>): Promise<void>; counter: Counter },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // What made it fail is worth more to the caller than that this failed too.
    await bookkeeping((tx) => giveBackAttempt(tx, counter)).catch(() => undefined)
    throw error
  }
}

/** Locks the counter when this failure was its last attempt; true when it did. */
export function noteFailure(tx: Tx, counter: Counter, now: Date): Promise<boolean> {
  return lockCounter(tx, counter, { failures: maxFailures, until: plusSeconds(now, lockSeconds) })
}

/** Forgets a counter's failures after a success. */
export function forgetFailures(tx: Tx, counter: Counter): Promise<void> {
  return deleteCounter(tx, counter)
}

/** Counts a failed sign-in among all. */
export function noteFailedSignIn(tx: Tx, now: Date): Promise<void> {
  return countFailedSignIn(tx, now)
}

/** Throws 429 with Retry-After while too many sign-ins fail. */
export async function assertFewFail(db: ReadDb, now: Date): Promise<void> {
  const { count, secondsLeft } = await failedInMinute(db, now)
  if (count >= maxFailedPerMinute) throw tooManyRequests(secondsLeft)
}
