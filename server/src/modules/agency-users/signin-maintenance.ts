import { type Background, repeat } from '../../lib/background.ts'
import { daySeconds, plusSeconds } from '../../lib/clock.ts'
import type { OpenDatabase } from '../../db/open.ts'
import type { JobParts } from '../../jobs/job-parts.ts'
import { countNewSignins, keepSigninMonths } from './signin-count-store.ts'

const keptSeconds = 180 * daySeconds
const everyMs = 60_000

/** Sign-ins before this time are no longer kept. */
export function getSigninsKeptSince(now: Date): Date {
  return plusSeconds(now, -keptSeconds)
}

/** Updates the daily counts, then creates the next monthly tables and drops those older than half a year. */
export async function maintainSignins(db: OpenDatabase, now: Date): Promise<void> {
  await db.write.transaction().execute(countNewSignins)
  await db.write.transaction().execute((tx) => keepSigninMonths(tx, now, getSigninsKeptSince(now)))
}

/** Runs it every minute. */
export function startSigninMaintenance({ db, clock, log }: JobParts): Background {
  return repeat('agencyUsers.signins', { everyMs, log, work: () => maintainSignins(db, clock.now()) })
}
