import { type Judged, leftOutUsernames, readEntries } from '@agency-support/contract/entries'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { lockedOut, userStatusLabel, whyNotUnlocked } from '@agency-support/contract/rules/agency-users'
import { type Background, repeat } from '../../lib/background.ts'
import { daySeconds } from '../../lib/clock.ts'
import { keepFor } from '../../jobs/keep-for.ts'
import type { OpenDatabase, Tx } from '../../db/open.ts'
import type { JobParts } from '../../jobs/job-parts.ts'
import { appendEntry } from '../../journal/append.ts'
import { commandsActor, type EndedCommand } from '../agency-commands/public.ts'
import { deleteEmailEventsBefore } from './log-store.ts'
import { forgetUnlocking, lockAgain, replaceUsers } from './store.ts'
import { dropExpiredHashes } from './super-user-store.ts'

const forgetEveryMs = 10 * 60_000

/**
 * Saves the users in an agency's config file, each judged separately; returns what was left out. If something changed,
 * the caller appends `agencyUsers.reported`.
 */
export async function keepReportedUsers(
  tx: Tx,
  agencyId: number,
  reported: unknown,
  now: Date,
): Promise<{ hasChanged: boolean; judged: readonly Judged[] }> {
  if (reported === undefined || reported === null) return { hasChanged: false, judged: [] }
  const { list: users, judged } = readEntries('users', agencyUsers.reportUsers.input.shape.users, reported)
  if (users === undefined) return { hasChanged: false, judged }
  const present = leftOutUsernames(judged)
  const { added, changed, removed } = await replaceUsers(tx, agencyId, { users, present }, now)
  return { hasChanged: added + changed + removed > 0, judged }
}

/** Shows a user as locked, with the reason, if the agency's software did not carry out the unlocking. */
export async function keepLockedUser(tx: Tx, ended: EndedCommand): Promise<void> {
  const { agencyId, argument: username, commandId, command, at } = ended
  if (command !== 'unlockUser') return
  const unlocking = { agencyId, username, commandId }
  const problem = whyNotUnlocked(ended)
  // Otherwise the next report would do this, and count the user as changed.
  if (problem === undefined) return forgetUnlocking(tx, unlocking)
  const status = await lockAgain(tx, unlocking, problem)
  if (status === undefined) return
  const entry = {
    event: 'agencyUsers.lockedAgain',
    agencyId,
    subject: username,
    before: { userStatus: status === lockedOut ? userStatusLabel(lockedOut) : 'None' },
    after: { user: username, userStatus: userStatusLabel(lockedOut) },
    reason: problem,
  }
  await appendEntry(tx, { at, actor: commandsActor, requestId: null }, entry)
}

/** Deletes the password hashes of expired temporary users. */
export function forgetExpiredPasswords(db: OpenDatabase, now: Date): Promise<void> {
  return db.write.transaction().execute((tx) => dropExpiredHashes(tx, now))
}

/** Does so every ten minutes. */
export function startForgettingPasswords({ db, clock, log }: JobParts): Background {
  const work = (): Promise<void> => forgetExpiredPasswords(db, clock.now())
  return repeat('agencyUsers.forget', { everyMs: forgetEveryMs, log, work })
}

const keepEmailEventsSeconds = 180 * daySeconds

/** Deletes mail events older than 180 days. */
export const deleteOldEmailEvents = keepFor(keepEmailEventsSeconds, deleteEmailEventsBefore)
