import { plusSeconds } from '../../clock.ts'
import type { Tx } from '../../db/open.ts'
import { countAttempt, deleteFailures, lockName, uncountAttempt } from './attempts-store.ts'

/** Failures of one submitted name within the window before it is locked, and for how long (D-12 and its sources). */
const mostFailures = 10
const windowSeconds = 15 * 60
const lockSeconds = 15 * 60

/**
 * Takes one of a name's attempts before the password is looked at, so that guesses made at once count too.
 * False when the name is locked or has none left.
 */
export async function takeAttempt(tx: Tx, nameHash: Buffer, now: Date): Promise<boolean> {
  const windowBegan = plusSeconds(now, -windowSeconds)
  const { failures, locked } = await countAttempt(tx, { nameHash, now, windowBegan })
  return !locked && failures <= mostFailures
}

/** Gives an attempt back that was right as far as it went: a second factor is asked for next. */
export function giveBackAttempt(tx: Tx, nameHash: Buffer): Promise<void> {
  return uncountAttempt(tx, nameHash)
}

/** Locks the name when this failure was its last attempt. */
export function noteFailure(tx: Tx, nameHash: Buffer, now: Date): Promise<void> {
  return lockName(tx, { nameHash, failures: mostFailures, until: plusSeconds(now, lockSeconds) })
}

/** Forgets a name's failures after a success; true when there were any. */
export function forgetFailures(tx: Tx, nameHash: Buffer): Promise<boolean> {
  return deleteFailures(tx, nameHash)
}
