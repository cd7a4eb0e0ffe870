import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import type { Handler } from '../../http/context.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { listPasskeys, lockFactors } from './store.ts'

/** Ten new codes in place of the old ones. */
export const renewRecoveryCodes: Handler<typeof secondFactor.renewRecoveryCodes> = async (_input, ctx) => {
  const { staffId, username } = ctx.session
  const { totp_secret: secret } = await lockFactors(ctx.tx, staffId)
  if (secret === null && (await listPasskeys(ctx.tx, staffId)).length === 0) throw ctx.refuse('none')
  const recoveryCodes = await issueRecoveryCodes(ctx.tx, ctx.services.config.secretKey, staffId)
  await ctx.append({ event: 'session.recoveryCodesRenewed', subject: username })
  return { recoveryCodes }
}
