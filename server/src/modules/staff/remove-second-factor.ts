import { mfaOn, type staff } from '@agency-support/contract/modules/staff'
import type { Handler } from '../../calls/context.ts'
import { whyNotActOn } from './why-not-act-on.ts'
import { removeMemberFactors } from './service.ts'
import { lockMember } from './store.ts'

/** Removes the second factor of somebody who lost it; they sign in by password until they set up a new one. */
export const removeSecondFactor: Handler<typeof staff.removeSecondFactor> = async (input, ctx) => {
  const { tx, now, append, session } = ctx
  const member = await lockMember(tx, input.username)
  if (member === undefined) throw ctx.refuse('gone')
  const problem = await whyNotActOn(tx, session, member)
  if (problem !== undefined) throw ctx.refuse(problem)
  if (member.mfa !== mfaOn) throw ctx.refuse('none')
  await removeMemberFactors({ tx, now, append, by: session.username, reason: input.reason }, member)
  return null
}
