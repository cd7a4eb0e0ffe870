import { daySeconds, plusSeconds } from '../../lib/clock.ts'
import { keepFor } from '../../jobs/keep-for.ts'
import { deleteMessagesBefore } from './message-store.ts'

const keptSeconds = 180 * daySeconds

/** Messages before this time are deleted. */
export function getKeptSince(now: Date): Date {
  return plusSeconds(now, -keptSeconds)
}

/** Deletes text messages older than 180 days. */
export const deleteOldMessages = keepFor(keptSeconds, deleteMessagesBefore)
