import type { In } from '@agency-support/contract/call'
import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import type { Ctx, Handler } from '../../http/context.ts'
import { HttpFailure } from '../../http/refusal.ts'
import {
  forgetAttempts,
  isOwnPassword,
  noteWrongAttempt,
  renewToken,
  takeOwnAttempt,
} from '../session/public.ts'
import { checkCode, checkPasskey, type UseUp } from './public.ts'

type StepUp = typeof secondFactor.stepUp

/**
 * Confirms who is acting. Wrong answers count like wrong passwords at the sign-in; after a right one the
 * session has a new token and counts as fresh.
 */
export const stepUp: Handler<StepUp> = async (input, ctx) => {
  const { username } = ctx.session
  if (input.password === undefined && input.code === undefined && input.passkey === undefined)
    throw ctx.refuse('nothingGiven')
  const allowed = await ctx.bookkeeping((tx) => takeOwnAttempt(tx, username, ctx.now))
  if (!allowed) {
    await noteFailed(ctx, 'locked out')
    throw ctx.refuse('locked')
  }
  const useUp = await proofOf(input, ctx)
  if (useUp === undefined || !(await confirm(ctx, useUp))) {
    await noteFailed(ctx, 'wrong')
    throw ctx.refuse('wrong')
  }
  return null
}

/** How to use up what was given; undefined when it is not right. The first of several counts. */
async function proofOf(input: In<StepUp>, ctx: Ctx<StepUp>): Promise<UseUp | undefined> {
  const { db, bookkeeping, now, session } = ctx
  const check = { db, bookkeeping, config: ctx.services.config, now }
  if (input.password !== undefined) {
    const right = await isOwnPassword(db, session.username, input.password)
    return right ? () => Promise.resolve(true) : undefined
  }
  if (input.code !== undefined) return checkCode(check, session.staffId, input.code)
  const answer = input.passkey ?? {}
  return checkPasskey(check, session.staffId, { answer, purpose: 'stepUp' })
}

async function confirm(ctx: Ctx<StepUp>, useUp: UseUp): Promise<boolean> {
  const { username, sessionId } = ctx.session
  const token = await ctx.transaction(async ({ tx, append }) => {
    if (!(await useUp(tx))) return undefined
    const renewed = await renewToken(tx, sessionId, ctx.now)
    if (renewed === undefined) throw new HttpFailure(401, 'Please sign in.')
    await forgetAttempts(tx, username)
    await append({ event: 'session.confirmed', subject: username })
    return renewed
  })
  if (token !== undefined) ctx.setSessionToken(token)
  return token !== undefined
}

function noteFailed(ctx: Ctx<StepUp>, why: string): Promise<void> {
  const { username } = ctx.session
  return ctx.transaction(async ({ tx, append }) => {
    await noteWrongAttempt(tx, username, ctx.now)
    await append({
      event: 'session.confirmFailed',
      subject: username,
      after: { why, address: ctx.request.address },
    })
  })
}
