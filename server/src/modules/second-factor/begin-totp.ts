import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import type { Handler } from '../../calls/context.ts'
import { encryptSecret } from './encryption.ts'
import { keyInUse } from './secret-keys.ts'
import { prove, listWays } from './step-up.ts'
import { findFactors, storePendingSecret } from './store.ts'
import { newTotpSecret, totpUri } from './totp.ts'

/** Makes a secret and stores it encrypted until a first code confirms it. */
export const beginTotp: Handler<typeof secondFactor.beginTotp> = async ({ proof }, ctx) => {
  const { staffId, username } = ctx.session
  const { totp_secret: present } = await findFactors(ctx.db, staffId)
  if (present !== null) throw ctx.refuse('already')
  const asked = { by: await listWays(ctx.db, staffId) }
  return prove(ctx, { proof, asked }, async ({ tx }) => {
    const secret = newTotpSecret()
    const { key } = await keyInUse(tx, ctx.services.config.secretKeys)
    await storePendingSecret(tx, staffId, encryptSecret(key, staffId, secret))
    return { secret, uri: totpUri(secret, username) }
  })
}
