import type { session } from '@agency-support/contract/modules/session'
import type { Handler } from '../../calls/context.ts'
import { endSession } from '../../auth/session-store.ts'

/** Ends the session, if there is one. The pipeline deletes the cookie. */
export const signOut: Handler<typeof session.signOut> = async (_input, ctx) => {
  if (ctx.session !== null && (await endSession(ctx.tx, ctx.session.sessionId, ctx.now)))
    await ctx.append({ event: 'session.signedOut', subject: ctx.session.username })
  return null
}
