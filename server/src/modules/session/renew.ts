import type { session } from '@agency-support/contract/modules/session'
import type { Handler } from '../../calls/context.ts'
import { toClaims, renewedEnd } from './open-session.ts'
import { extendSession } from '../../auth/session-store.ts'

/**
 * Extends the session by an hour from now, never past its hard end and never backwards. While the database accepts no
 * changes the renewal is kept in this process, so that nobody is signed out.
 */
export const renew: Handler<typeof session.renew> = async (_input, ctx) => {
  const { sessionId, hardEndAt, lastInputAt } = ctx.session
  const renewed = renewedEnd(ctx.now, hardEndAt)
  const expiresAt = renewed > ctx.session.expiresAt ? renewed : ctx.session.expiresAt
  try {
    await ctx.bookkeeping((tx) => extendSession(tx, sessionId, expiresAt))
  } catch (error) {
    const { unsaved } = ctx.services
    if (!unsaved.isRefused(error)) throw error
    unsaved.keepInput(sessionId, lastInputAt)
  }
  return { claims: toClaims({ ...ctx.session, expiresAt }) }
}
