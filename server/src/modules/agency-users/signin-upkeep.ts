import { type Background, repeat } from '../../background.ts'
import { type Clock, plusSeconds } from '../../clock.ts'
import type { OpenDatabase } from '../../db/open.ts'
import type { Log } from '../../log.ts'
import { countNewSignins, keepSigninMonths } from './signin-count-store.ts'

const keptSeconds = 180 * 24 * 60 * 60
const everyMs = 60_000

/** The instant before which sign-ins are not kept any more. */
export function getSigninsKeptSince(now: Date): Date {
  return plusSeconds(now, -keptSeconds)
}

/** Brings the counts by day up to date, then makes the next months and drops those older than half a year. */
export async function keepUpSignins(db: OpenDatabase, now: Date): Promise<void> {
  await db.write.transaction().execute(countNewSignins)
  await db.write.transaction().execute((tx) => keepSigninMonths(tx, now, getSigninsKeptSince(now)))
}

/** Does so every minute. */
export function startSigninUpkeep(db: OpenDatabase, clock: Clock, log: Log): Background {
  return repeat('agencyUsers.signins', { everyMs, log, work: () => keepUpSignins(db, clock.now()) })
}
