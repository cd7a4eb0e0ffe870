import type { staff } from '@agency-support/contract/modules/staff'
import type { Handler } from '../../calls/context.ts'
import { readAccount } from './account-views.ts'
import { unlockMember } from './service.ts'
import { lockMember } from './store.ts'

/** Removes a lock, whether caused by failed attempts or set by a person. */
export const unlockAccount: Handler<typeof staff.unlockAccount> = async ({ username, reason }, ctx) => {
  const { tx, now, append, session } = ctx
  const member = await lockMember(tx, username)
  if (member === undefined) throw ctx.refuse('gone')
  if (!(await readAccount(tx, member, now)).locked) throw ctx.refuse('notLocked')
  const unlocked = await unlockMember({ tx, now, append, by: session.username, reason }, member)
  return readAccount(tx, unlocked ?? member, now)
}
