import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import type { Handler } from '../../http/context.ts'
import { seal } from './sealed.ts'
import { lockFactors, storePendingSecret } from './store.ts'
import { newTotpSecret, totpUri } from './totp.ts'

/** Makes a secret and keeps it sealed until a first code confirms it. */
export const beginTotp: Handler<typeof secondFactor.beginTotp> = async (_input, ctx) => {
  const { staffId, username } = ctx.session
  const { totp_secret: present } = await lockFactors(ctx.tx, staffId)
  if (present !== null) throw ctx.refuse('already')
  const secret = newTotpSecret()
  await storePendingSecret(ctx.tx, staffId, seal(ctx.services.config.secretKey, staffId, secret))
  return { secret, uri: totpUri(secret, username) }
}
