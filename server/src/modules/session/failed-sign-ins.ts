import type { Clock } from '../../lib/clock.ts'
import type { OpenDatabase, Tx } from '../../db/open.ts'
import { appendEntry } from '../../journal/append.ts'
import { insertFailedSignIn, takeUncounted, type Why } from './failed-sign-ins-store.ts'

const hourMs = 60 * 60 * 1000

function toHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / hourMs) * hourMs)
}

/**
 * Counts a failed sign-in that gets no journal row, because anybody can cause any number of them. The name is not
 * stored: people type passwords into the wrong field.
 */
export function countFailed(
  tx: Tx,
  { now, network, why }: { now: Date; network: string; why: Why },
): Promise<void> {
  return insertFailedSignIn(tx, { hour: toHour(now), address: network, why })
}

/** Journals the failures of each past hour, one row per reason; returns the number of rows. */
export function journalFailed(db: OpenDatabase, clock: Clock): Promise<number> {
  const now = clock.now()
  return db.write.transaction().execute(async (tx) => {
    const hours = await takeUncounted(tx, toHour(now))
    const actor = { kind: 'system', name: 'sign-in', sessionId: null } as const
    for (const { hour, why, attempts, addresses } of hours)
      await appendEntry(
        tx,
        { at: now, actor, requestId: null },
        { event: 'session.failedInHour', after: { hour: hour.toISOString(), why, attempts, addresses } },
      )
    return hours.length
  })
}
