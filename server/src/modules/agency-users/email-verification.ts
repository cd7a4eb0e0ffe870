import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { processedMail, verificationMail } from '@agency-support/contract/rules/agency-users'
import type { Handler } from '../../calls/context.ts'
import { lastMailAt } from './log-store.ts'
import { findUser } from './store.ts'

/** Whether a user's email address is confirmed, and when the last mail about it was sent. */
export const emailVerification: Handler<typeof agencyUsers.emailVerification> = async (
  { agencyId, username },
  ctx,
) => {
  const user = await findUser(ctx.db, agencyId, username)
  if (user === undefined) throw ctx.refuse('noUser')
  const mail = { agencyId, username, category: verificationMail, event: processedMail }
  const lastSent = await lastMailAt(ctx.db, mail)
  return {
    emailVerified: user.email_verified,
    verifiedOn: user.email_verified_at?.toISOString() ?? null,
    lastSentOn: lastSent?.toISOString() ?? null,
  }
}
