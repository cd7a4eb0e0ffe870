import type { SoftwareStatus } from '@agency-support/contract/modules/agency-commands'
import { type Background, repeat } from '../../lib/background.ts'
import { plusSeconds } from '../../lib/clock.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import type { JobParts } from '../../jobs/job-parts.ts'
import { findSoftware } from './software-store.ts'
import { findWaiting, renewLease } from './store.ts'
import type { CommandEnded } from './ended.ts'
import { applyExpiry } from './expiry.ts'
import { softwareView } from './view.ts'

/** Renews the lease of a command whose file is being uploaded: received bytes count as a report. */
export async function renewCommandLease(
  tx: Tx,
  held: { agencyId: number; commandId: number; at: Date; leaseSeconds: number },
): Promise<void> {
  await renewLease(tx, held.agencyId, held.commandId, plusSeconds(held.at, held.leaseSeconds))
}

/** Whether the software of an agency is connected, and when it was last seen. */
export async function readSoftware(db: ReadDb, agencyId: number, now: Date): Promise<SoftwareStatus> {
  return softwareView(await findSoftware(db, agencyId), now)
}

/** The number of an agency's waiting commands, and the age of the oldest. */
export async function countWaiting(
  db: ReadDb,
  agencyId: number,
): Promise<{ queued: number; oldestQueuedAt: Date | null }> {
  const { queued, oldest_at } = await findWaiting(db, agencyId)
  return { queued, oldestQueuedAt: oldest_at }
}

const checkEveryMs = 1_000

/** Checks leases and waiting times of all agencies' commands every second. */
export function startCommandExpiry(parts: JobParts & { commandEnded: CommandEnded }): Background {
  const { db, clock, log, committed, commandEnded } = parts
  const work = async (): Promise<void> => {
    if ((await applyExpiry(db, clock.now(), commandEnded)) > 0) committed()
  }
  return repeat('commands.time', { everyMs: checkEveryMs, log, work })
}
