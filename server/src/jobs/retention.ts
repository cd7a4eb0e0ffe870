import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import { endFuture } from '../auth/find-session.ts'
import { deleteSessionsBefore } from '../auth/session-store.ts'
import { type Background, repeat } from '../lib/background.ts'
import { deleteAnswersBefore } from '../calls/idempotency.ts'
import { journalRefusals } from '../calls/record-refusal.ts'
import { daySeconds } from '../lib/clock.ts'
import { deleteCountsBefore } from '../db/minute-counter.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { JobParts } from './job-parts.ts'
import { type DeleteOld, keepFor } from './keep-for.ts'
import { deleteDoneBefore } from './outside-work/store.ts'

const everyMs = 10 * 60 * 1000
/** Ended sessions are kept for the person's list of sessions. */
const keepSessionsSeconds = 30 * daySeconds

/** Some works name people: e-signature's the addresses of users that were removed. */
const keepDoneWorkSeconds = 90 * daySeconds

/** What belongs to no module: kept answers, ended sessions, counters, work that is done; journals counted refusals. */
const ofNoModule: readonly DeleteOld[] = [
  keepFor(protocolNumbers.idempotencySeconds, deleteAnswersBefore),
  keepFor(keepSessionsSeconds, deleteSessionsBefore),
  (db, now) => endFuture(db, now),
  keepFor(daySeconds, deleteCountsBefore),
  keepFor(keepDoneWorkSeconds, deleteDoneBefore),
  journalRefusals,
]

/** Deletes everything that is no longer needed. One kind that fails delays no other; then the first failure is thrown. */
export async function deleteOld(
  db: OpenDatabase,
  now: Date,
  ofModules: readonly DeleteOld[] = [],
  signal?: AbortSignal,
): Promise<void> {
  let failure: Error | undefined
  for (const one of [...ofNoModule, ...ofModules])
    try {
      signal?.throwIfAborted()
      await one(db, now, signal)
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error))
    }
  if (failure !== undefined) throw failure
}

/** Runs retention every ten minutes, with that of the modules. */
export function startRetention(parts: JobParts & { ofModules: readonly DeleteOld[] }): Background {
  const { db, clock, log, ofModules } = parts
  const work = (signal: AbortSignal): Promise<void> => deleteOld(db, clock.now(), ofModules, signal)
  return repeat('retention', { everyMs, log, work })
}
