import type { StaffAccount, StaffUser } from '@agency-support/contract/modules/staff'
import type { ReadDb, Tx } from '../../db/open.ts'
import { lockedNames, listSignIns } from '../session/public.ts'
import type { StaffMember } from './store.ts'
import { accountView, userView } from './view.ts'

/** People with facts about their sign-ins, for the accounts screen. */
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
  if (account === undefined) throw new Error('no account was returned for the member')
  return account
}

/** People for the user screen. */
export async function userViews(
  db: ReadDb | Tx,
  members: readonly StaffMember[],
  now: Date,
): Promise<StaffUser[]> {
  const names = members.map(({ username }) => username)
  const locked = await lockedNames(db, names, now)
  return members.map((member) => userView(member, locked.has(member.username)))
}

/** One person for the user screen, read inside a change. */
export async function readUser(db: Tx, member: StaffMember, now: Date): Promise<StaffUser> {
  const [user] = await userViews(db, [member], now)
  if (user === undefined) throw new Error('no user was returned for the member')
  return user
}
