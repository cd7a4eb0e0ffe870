import type { session } from '@agency-support/contract/modules/session'
import type { Handler } from '../../http/context.ts'
import { endSession } from './store.ts'

/** Ends the session and takes the cookie back; without a session there is nothing to do. */
export const signOut: Handler<typeof session.signOut> = async (_input, ctx) => {
  ctx.setSessionToken(null)
  if (ctx.session !== null && (await endSession(ctx.tx, ctx.session.sessionId, ctx.now)))
    await ctx.append({ event: 'session.signedOut', subject: ctx.session.username })
  return null
}
