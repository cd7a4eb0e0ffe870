import { whyNotAccount } from '@agency-support/contract/rules/staff'
import type { ReadDb, Tx } from '../../db/open.ts'
import { findMember, type StaffMember } from './store.ts'

/** Why whoever is signed in may not act on a person's account, by what both hold now; undefined when they may. */
export async function whyNotActOn(
  db: ReadDb | Tx,
  { username }: { username: string },
  member: StaffMember,
): Promise<ReturnType<typeof whyNotAccount>> {
  // Read anew: the sender's own list may have been cut since the session was looked up.
  const sender = await findMember(db, username)
  return whyNotAccount({ username, permissions: sender?.permissions ?? [] }, member)
}
