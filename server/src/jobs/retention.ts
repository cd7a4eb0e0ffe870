import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import { endFuture } from '../auth/find-session.ts'
import { deleteSessionsBefore } from '../auth/session-store.ts'
import { type Background, repeat } from '../background.ts'
import { deleteAnswersBefore } from '../calls/idempotency.ts'
import { journalRefusals } from '../calls/record-refusal.ts'
import { type Clock, daySeconds, plusSeconds } from '../clock.ts'
import { inBatches } from '../in-batches.ts'
import { deleteCountsBefore } from '../db/minute-counter.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { Log } from '../log.ts'

const everyMs = 10 * 60 * 1000
/** Ended sessions are kept for the person's list of sessions. */
const keepSessionsSeconds = 30 * daySeconds

/** Deletes what a module no longer needs. */
export type DeleteOld = (db: OpenDatabase, now: Date) => Promise<void>

/** What belongs to no module: kept answers, ended sessions, counters; journals counted refusals. */
const ofNoModule: readonly DeleteOld[] = [
  (db, now) =>
    inBatches((limit) =>
      deleteAnswersBefore(db.write, plusSeconds(now, -protocolNumbers.idempotencySeconds), limit),
    ),
  (db, now) =>
    inBatches((limit) => deleteSessionsBefore(db.write, plusSeconds(now, -keepSessionsSeconds), limit)),
  (db, now) => endFuture(db, now),
  (db, now) => inBatches((limit) => deleteCountsBefore(db.write, plusSeconds(now, -daySeconds), limit)),
  journalRefusals,
]

/** Deletes everything that is no longer needed. One kind that fails delays no other; then the first failure is thrown. */
export async function deleteOld(
  db: OpenDatabase,
  now: Date,
  ofModules: readonly DeleteOld[] = [],
): Promise<void> {
  let failure: Error | undefined
  for (const one of [...ofNoModule, ...ofModules])
    try {
      await one(db, now)
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error))
    }
  if (failure !== undefined) throw failure
}

/** Runs retention every ten minutes, with that of the modules. */
export function startRetention(
  { db, clock, log }: { db: OpenDatabase; clock: Clock; log: Log },
  ofModules: readonly DeleteOld[],
): Background {
  const work = (): Promise<void> => deleteOld(db, clock.now(), ofModules)
  return repeat('retention', { everyMs, log, work })
}
