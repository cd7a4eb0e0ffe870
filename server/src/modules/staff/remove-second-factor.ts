import { mfaOn, type staff } from '@agency-support/contract/modules/staff'
import type { Handler } from '../../http/context.ts'
import { removeFactors } from '../second-factor/public.ts'
import { endAllOf } from '../session/public.ts'
import { objectionTo } from './objection.ts'
import { lockMember } from './store.ts'

/** Takes the second factor from somebody who has lost it; they sign in by password until they set up another. */
export const removeSecondFactor: Handler<typeof staff.removeSecondFactor> = async (input, ctx) => {
  const { username, reason } = input
  const member = await lockMember(ctx.tx, username)
  if (member === undefined) throw ctx.refuse('gone')
  const problem = await objectionTo(ctx.tx, ctx.session, member)
  if (problem !== undefined) throw ctx.refuse(problem)
  if (member.mfa !== mfaOn) throw ctx.refuse('none')
  await removeFactors(ctx.tx, member.staff_id)
  await endAllOf(ctx.tx, { staffId: member.staff_id, now: ctx.now })
  await ctx.append({
    event: 'staff.secondFactorRemoved',
    subject: username,
    ...(reason === undefined || reason === '' ? {} : { reason }),
  })
  return null
}
