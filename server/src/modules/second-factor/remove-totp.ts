import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import type { Handler } from '../../http/context.ts'
import { clearSecret, lockFactors, settleMfa } from './store.ts'

/** Removes the authenticator app; the recovery codes go with the last factor. */
export const removeTotp: Handler<typeof secondFactor.removeTotp> = async (_input, ctx) => {
  const { staffId, username } = ctx.session
  const { totp_secret: secret } = await lockFactors(ctx.tx, staffId)
  if (secret === null) throw ctx.refuse('none')
  await clearSecret(ctx.tx, staffId)
  const secondFactorLeft = await settleMfa(ctx.tx, staffId)
  await ctx.append({
    event: 'session.secondFactorOff',
    subject: username,
    before: { factor: 'authenticator app' },
    after: { secondFactorLeft },
  })
  return null
}
