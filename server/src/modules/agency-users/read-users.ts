import { expiredShownDays } from '@agency-support/contract/rules/temporary-users'
import { plusSeconds } from '../../clock.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import { listUsers, type UserRow } from './store.ts'

/** Temporary users that expired before this instant are no longer shown, and their initials are free. */
export function shownSince(now: Date): Date {
  return plusSeconds(now, -expiredShownDays * 24 * 60 * 60)
}

/** Users of an agency, temporary ones included, by name. */
export function readUsers(db: ReadDb | Tx, agencyId: number, now: Date): Promise<UserRow[]> {
  return listUsers(db, { agencyId, shownSince: shownSince(now) })
}
