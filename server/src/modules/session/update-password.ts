import type { session } from '@agency-support/contract/modules/session'
import { plusSeconds } from '../../lib/clock.ts'
import type { Ctx, Handler } from '../../calls/context.ts'
import { endSessionsBut, isConfirmed, replaceToken } from '../../auth/session-store.ts'
import { hashPassword, verifyPassword } from '../../auth/passwords/hash.ts'
import { whyNotPassword } from '../../auth/passwords/policy.ts'
import { newToken } from './open-session.ts'
import { forgetOwnAttempts, judgeOwnPassword, noteNoneLeft, noteWrongAttempt } from './service.ts'
import { changePassword, findStaff } from './store.ts'

type UpdateCtx = Ctx<typeof session.updatePassword>

/** For this long, a confirmation of identity replaces the current password: enough to repeat the call after it. */
const confirmedSeconds = 2 * 60

/**
 * Changes one's own password. The person's other sessions end; this one gets a new token and stays, so that its open
 * screens do too.
 */
export const updatePassword: Handler<typeof session.updatePassword> = async (input, ctx) => {
  const { username, secondFactor, staffId, sessionId } = ctx.session
  if (input.username !== undefined && input.username.trim().toLowerCase() !== username)
    throw ctx.refuse('notYou')
  const problem = whyNotPassword(input.newPassword, { username, secondFactor })
  if (problem !== undefined) throw ctx.refuse(problem)
  const person = await findStaff(ctx.db, username)
  const oldHash = person?.password_hash ?? null
  await assertMayChange(ctx, input.currentPassword)
  if (oldHash !== null && (await verifyPassword(oldHash, input.newPassword))) throw ctx.refuse('same')
  const newHash = await hashPassword(input.newPassword)
  const { token, hash: tokenHash } = newToken()
  await ctx.transaction(async ({ tx, append }) => {
    if (
      !(await changePassword(tx, {
        staffId,
        oldHash,
        newHash,
        now: ctx.now,
      }))
    )
      throw ctx.refuse('signInAgain')
    await endSessionsBut(tx, { staffId, sessionId, now: ctx.now })
    if (!(await replaceToken(tx, { sessionId, tokenHash, now: ctx.now, confirmed: false })))
      throw ctx.refuse('signInAgain')
    await append({ event: 'session.passwordChanged', subject: username })
  })
  ctx.setSessionToken(token)
  return null
}

/** A forced change needs nothing more; any other needs the current password, or a confirmation made for it. */
async function assertMayChange(ctx: UpdateCtx, currentPassword: string | undefined): Promise<void> {
  const { session, now } = ctx
  if (session.restricted) return
  if (currentPassword === undefined) {
    const lately = { after: plusSeconds(now, -confirmedSeconds), until: plusSeconds(now, confirmedSeconds) }
    if (!(await isConfirmed(ctx.db, session.sessionId, lately))) throw ctx.refuse('confirm')
    return
  }
  const judged = await judgeOwnPassword(ctx, session, currentPassword)
  await ctx.bookkeeping(async (tx) => {
    if (judged === 'none left') await noteNoneLeft(tx, { network: ctx.request.network, now })
    else if (judged === undefined) await noteWrongAttempt(tx, session.username, now)
    else await forgetOwnAttempts(tx, session.username)
  })
  if (typeof judged !== 'function') throw ctx.refuse('wrongCurrent')
}
