import type { StaffAccount } from '@agency-support/contract/modules/staff'
import { plusSeconds } from '../../clock.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import { idleSeconds } from '../../http/find-session.ts'
import { signInNameHash } from '../../passwords/name-hash.ts'
import { lockedNames, type StaffMember, signInsOf } from './store.ts'
import { accountView } from './view.ts'

/** People with what the accounts screen tells of their sign-ins. */
export async function accountViews(
  db: ReadDb | Tx,
  members: readonly StaffMember[],
  now: Date,
): Promise<StaffAccount[]> {
  const hashes = members.map(({ username }) => signInNameHash(username))
  const locked = await lockedNames(db, hashes, now)
  const ids = members.map(({ staff_id: id }) => id)
  const signIns = await signInsOf(db, ids, { now, inputSince: plusSeconds(now, -idleSeconds) })
  return members.map((member, at) =>
    accountView(member, signIns.get(member.staff_id), locked.has(hashes[at]?.toString('hex') ?? '')),
  )
}

/** One person for the accounts screen, after a change. */
export async function accountOf(db: Tx, member: StaffMember, now: Date): Promise<StaffAccount> {
  const [account] = await accountViews(db, [member], now)
  if (account === undefined) throw new Error('one member gives one account')
  return account
}
