import type { session } from '@agency-support/contract/modules/session'
import { StaffStatus } from '@agency-support/contract/modules/staff'
import { plusSeconds } from '../../clock.ts'
import type { Ctx, Handler } from '../../http/context.ts'
import { hashPassword, verifyPassword } from '../../passwords/hash.ts'
import { signInNameHash } from '../../passwords/name-hash.ts'
import { whyNotPassword } from '../../passwords/policy.ts'
import { forgetFailures, noteFailure, takeAttempt } from './attempts.ts'
import { newToken } from './open-session.ts'
import { unlessBusy } from './public.ts'
import { changePassword, endSessionsBut, findStaff, replaceToken } from './store.ts'

type UpdateCtx = Ctx<typeof session.updatePassword>

/** A sign-in younger than this stands for the current password (C-06). */
const freshSeconds = 15 * 60

/**
 * Changes the own password. The other sessions of the person end; this one stays, so that its open screens do,
 * and has a new token.
 */
export const updatePassword: Handler<typeof session.updatePassword> = async (input, ctx) => {
  const { username, secondFactor, staffId, sessionId } = ctx.session
  if (input.username !== undefined && input.username.trim().toLowerCase() !== username)
    throw ctx.refuse('notYou')
  const problem = whyNotPassword(input.newPassword, { username, secondFactor })
  if (problem !== undefined) throw ctx.refuse(problem)
  const person = await findStaff(ctx.db, username)
  const oldHash = person?.password_hash ?? null
  await assertMayChange(ctx, oldHash, input.currentPassword)
  if (oldHash !== null && (await unlessBusy(() => verifyPassword(oldHash, input.newPassword))))
    throw ctx.refuse('same')
  const newHash = await unlessBusy(() => hashPassword(input.newPassword))
  return ctx.transaction(async ({ tx, append }) => {
    if (
      !(await changePassword(tx, {
        staffId,
        oldHash,
        newHash,
        mustChange: StaffStatus.passwordChangeRequired,
        now: ctx.now,
      }))
    )
      throw ctx.refuse('signInAgain')
    await endSessionsBut(tx, { staffId, sessionId, now: ctx.now })
    const { token, hash: tokenHash } = newToken()
    if (!(await replaceToken(tx, { sessionId, tokenHash, now: ctx.now }))) throw ctx.refuse('signInAgain')
    await append({ event: 'session.passwordChanged', subject: username })
    ctx.setSessionToken(token)
    return null
  })
}

/** A forced change needs nothing more; any other the current password or a fresh sign-in. */
async function assertMayChange(
  ctx: UpdateCtx,
  oldHash: string | null,
  currentPassword: string | undefined,
): Promise<void> {
  if (ctx.session.restricted) return
  if (currentPassword === undefined) {
    if (ctx.now >= plusSeconds(ctx.session.authenticatedAt, freshSeconds)) throw ctx.refuse('signInAgain')
    return
  }
  // Guesses made here count like guesses at the sign-in.
  const nameHash = signInNameHash(ctx.session.username)
  const allowed = await ctx.bookkeeping((tx) => takeAttempt(tx, nameHash, ctx.now))
  const right =
    allowed && oldHash !== null && (await unlessBusy(() => verifyPassword(oldHash, currentPassword)))
  await ctx.bookkeeping(async (tx) => {
    await (right ? forgetFailures(tx, nameHash) : noteFailure(tx, nameHash, ctx.now))
  })
  if (!right) throw ctx.refuse('wrongCurrent')
}
