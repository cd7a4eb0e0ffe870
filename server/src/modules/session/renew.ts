import type { session } from '@agency-support/contract/modules/session'
import type { Handler } from '../../calls/context.ts'
import { toClaims, renewedEnd } from './open-session.ts'
import { extendSession } from '../../auth/session-store.ts'

/**
 * Gives the session another hour, never past its hard end and never less than it had. While the database takes no
 * changes this process keeps it: nobody is signed out for that.
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
