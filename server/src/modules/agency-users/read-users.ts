import { expiredShownDays } from '@agency-support/contract/rules/temporary-users'
import { daySeconds, plusSeconds } from '../../lib/clock.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import { listUsers, type UserRow } from './store.ts'

/** Temporary users that expired before this instant are hidden, and their initials are free again. */
export function shownSince(now: Date): Date {
  return plusSeconds(now, -expiredShownDays * daySeconds)
}

/** Users of an agency by name, including temporary ones. */
export function readUsers(db: ReadDb | Tx, agencyId: number, now: Date): Promise<UserRow[]> {
  return listUsers(db, { agencyId, shownSince: shownSince(now) })
}
