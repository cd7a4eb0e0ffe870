import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { type Background, repeat } from '../../background.ts'
import type { Clock } from '../../clock.ts'
import type { OpenDatabase, Tx } from '../../db/open.ts'
import type { Log } from '../../log.ts'
import { replaceUsers } from './store.ts'
import { dropExpiredHashes } from './super-user-store.ts'

const forgetEveryMs = 10 * 60_000

/**
 * Takes over the users that an agency's config file tells of; what has another shape is passed over. True when
 * something changed: the caller then appends `agencyUsers.reported`.
 */
export async function keepReportedUsers(
  tx: Tx,
  agencyId: number,
  reported: unknown,
  now: Date,
): Promise<boolean> {
  const report = agencyUsers.reportUsers.input.safeParse({ users: reported })
  if (!report.success) return false
  const { added, changed, removed } = await replaceUsers(tx, agencyId, report.data.users, now)
  return added + changed + removed > 0
}

/** Forgets the passwords of temporary users that have expired. */
export function forgetExpiredPasswords(db: OpenDatabase, now: Date): Promise<void> {
  return db.write.transaction().execute((tx) => dropExpiredHashes(tx, now))
}

/** Does so every ten minutes. */
export function startForgettingPasswords(db: OpenDatabase, clock: Clock, log: Log): Background {
  const work = (): Promise<void> => forgetExpiredPasswords(db, clock.now())
  return repeat('agencyUsers.forget', { everyMs: forgetEveryMs, log, work })
}
