import type { session } from '@agency-support/contract/modules/session'
import type { Handler } from '../../http/context.ts'
import { claimsOf, renewedEnd } from './open-session.ts'
import { extendSession } from './store.ts'

/** Gives the session another hour, never past its hard end and never less than it had. */
export const renew: Handler<typeof session.renew> = async (_input, ctx) => {
  const renewed = renewedEnd(ctx.now, ctx.session.hardEndAt)
  const expiresAt = renewed > ctx.session.expiresAt ? renewed : ctx.session.expiresAt
  await extendSession(ctx.tx, ctx.session.sessionId, expiresAt)
  return { claims: claimsOf({ ...ctx.session, expiresAt }) }
}
