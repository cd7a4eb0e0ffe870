import type { staff } from '@agency-support/contract/modules/staff'
import { whyNotAccount } from '@agency-support/contract/rules/staff'
import type { Handler } from '../../http/context.ts'
import { accountOf } from './account-views.ts'
import { oneTimePassword } from './one-time-password.ts'
import { setMemberPassword } from './public.ts'
import { findMember, lockMember } from './store.ts'

/** Gives somebody a password that is told once and must be changed first. */
export const resetPassword: Handler<typeof staff.resetPassword> = async ({ username, reason }, ctx) => {
  const problem = whyNotAccount(ctx.session, username)
  if (problem !== undefined) throw ctx.refuse(problem)
  if ((await findMember(ctx.db, username)) === undefined) throw ctx.refuse('gone')
  const { password, passwordHash } = await oneTimePassword()
  return ctx.transaction(async ({ tx, append }) => {
    const member = await lockMember(tx, username)
    if (member === undefined) throw ctx.refuse('gone')
    const change = { tx, append, now: ctx.now, reason }
    const reset = await setMemberPassword(change, member, { passwordHash, mustChange: true })
    return { account: await accountOf(tx, reset.member, ctx.now), password }
  })
}
