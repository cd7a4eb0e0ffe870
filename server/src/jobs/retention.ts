import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import { endFuture } from '../auth/find-session.ts'
import { deleteSessionsBefore } from '../auth/session-store.ts'
import { type Background, repeat } from '../background.ts'
import { deleteAnswersBefore } from '../calls/idempotency.ts'
import { journalRefusals } from '../calls/record-refusal.ts'
import { type Clock, daySeconds, plusSeconds } from '../clock.ts'
import { deleteCountsBefore } from '../db/minute-counter.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { Log } from '../log.ts'

const everyMs = 10 * 60 * 1000
/** Ended sessions are kept for the person's list of sessions. */
const keepSessionsSeconds = 30 * daySeconds

/** Deletes what a module no longer needs. */
export type DeleteOld = (db: OpenDatabase, now: Date) => Promise<void>

/** Deletes what belongs to no module: kept answers, ended sessions, counters; journals counted refusals. */
export async function deleteOld(db: OpenDatabase, now: Date): Promise<void> {
  await deleteAnswersBefore(db.write, plusSeconds(now, -protocolNumbers.idempotencySeconds))
  await deleteSessionsBefore(db.write, plusSeconds(now, -keepSessionsSeconds))
  await endFuture(db, now)
  await deleteCountsBefore(db.write, plusSeconds(now, -daySeconds))
  await journalRefusals(db, now)
}

/** Runs retention every ten minutes, with that of the modules. */
export function startRetention(
  { db, clock, log }: { db: OpenDatabase; clock: Clock; log: Log },
  ofModules: readonly DeleteOld[],
): Background {
  const work = async (): Promise<void> => {
    for (const one of [deleteOld, ...ofModules]) await one(db, clock.now())
  }
  return repeat('retention', { everyMs, log, work })
}
