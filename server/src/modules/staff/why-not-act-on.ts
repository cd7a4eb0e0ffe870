import { whyNotAccount } from '@agency-support/contract/rules/staff'
import type { ReadDb, Tx } from '../../db/open.ts'
import { findMember, type StaffMember } from './store.ts'

/**
 * Why the caller may not change a person's account, judged by the current permissions of both; undefined if allowed.
 */
export async function whyNotActOn(
  db: ReadDb | Tx,
  { username }: { username: string },
  member: StaffMember,
): Promise<ReturnType<typeof whyNotAccount>> {
  // Read again, because the sender's permissions may have changed since the session was looked up.
  const sender = await findMember(db, username)
  return whyNotAccount({ username, permissions: sender?.permissions ?? [] }, member)
}
