import type { StaffAccount } from '@agency-support/contract/modules/staff'
import type { ReadDb, Tx } from '../../db/open.ts'
import { lockedNames, listSignIns } from '../session/public.ts'
import type { StaffMember } from './store.ts'
import { accountView } from './view.ts'

/** People with what the accounts screen tells of their sign-ins. */
export async function accountViews(
  db: ReadDb | Tx,
  members: readonly StaffMember[],
  now: Date,
): Promise<StaffAccount[]> {
  const names = members.map(({ username }) => username)
  const locked = await lockedNames(db, names, now)
  const ids = members.map(({ staff_id: id }) => id)
  const signIns = await listSignIns(db, ids, now)
  return members.map((member) =>
    accountView(member, signIns.get(member.staff_id), locked.has(member.username)),
  )
}

/** One person for the accounts screen, after a change. */
export async function readAccount(db: Tx, member: StaffMember, now: Date): Promise<StaffAccount> {
  const [account] = await accountViews(db, [member], now)
  if (account === undefined) throw new Error('one member gives one account')
  return account
}
