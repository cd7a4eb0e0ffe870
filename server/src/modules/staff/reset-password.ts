import type { staff } from '@agency-support/contract/modules/staff'
import type { Handler } from '../../calls/context.ts'
import { readAccount } from './account-views.ts'
import { whyNotActOn } from './why-not-act-on.ts'
import { oneTimePassword } from './one-time-password.ts'
import { setMemberPassword } from './service.ts'
import { findMember, lockMember } from './store.ts'

/** Sets a new password that is shown once and must be changed first. */
export const resetPassword: Handler<typeof staff.resetPassword> = async ({ username, reason }, ctx) => {
  const found = await findMember(ctx.db, username)
  if (found === undefined) throw ctx.refuse('gone')
  const problem = await whyNotActOn(ctx.db, ctx.session, found)
  if (problem !== undefined) throw ctx.refuse(problem)
  const { password, passwordHash } = await oneTimePassword()
  return ctx.transaction(async ({ tx, append }) => {
    const member = await lockMember(tx, username)
    if (member === undefined) throw ctx.refuse('gone')
    // The person may have got more permissions while the password was hashed.
    const objection = await whyNotActOn(tx, ctx.session, member)
    if (objection !== undefined) throw ctx.refuse(objection)
    const change = { tx, append, now: ctx.now, by: ctx.session.username, reason }
    const reset = await setMemberPassword(change, member, { passwordHash, mustChange: true })
    return { account: await readAccount(tx, reset.member, ctx.now), password }
  })
}
