import { type Background, repeat } from '../../lib/background.ts'
import { daySeconds, plusSeconds } from '../../lib/clock.ts'
import { keepFor } from '../../jobs/keep-for.ts'
import type { JobParts } from '../../jobs/job-parts.ts'
import { deleteMessagesBefore } from './message-store.ts'

const keptSeconds = 180 * daySeconds
const everyMs = 10 * 60 * 1000

/** Messages before this time are deleted. */
export function getKeptSince(now: Date): Date {
  return plusSeconds(now, -keptSeconds)
}

/** Deletes text messages older than 180 days. */
export const deleteOldMessages = keepFor(keptSeconds, deleteMessagesBefore)

/** Runs every ten minutes. */
export function startMessageRetention({ db, clock, log }: JobParts): Background {
  const work = (signal: AbortSignal): Promise<void> => deleteOldMessages(db, clock.now(), signal)
  return repeat('texting.retention', { everyMs, log, work })
}
