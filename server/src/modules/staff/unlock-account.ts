import type { staff } from '@agency-support/contract/modules/staff'
import type { Handler } from '../../calls/context.ts'
import { toAccount } from './account-views.ts'
import { unlockMember } from './service.ts'
import { lockMember } from './store.ts'

/** Lifts a lock, whether failed attempts or a person set it. */
export const unlockAccount: Handler<typeof staff.unlockAccount> = async ({ username, reason }, ctx) => {
  const { tx, now, append, session } = ctx
  const member = await lockMember(tx, username)
  if (member === undefined) throw ctx.refuse('gone')
  if (!(await toAccount(tx, member, now)).locked) throw ctx.refuse('notLocked')
  const unlocked = await unlockMember({ tx, now, append, by: session.username, reason }, member)
  return toAccount(tx, unlocked ?? member, now)
}
