import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import type { Handler } from '../../calls/context.ts'
import { prove } from './step-up.ts'
import { clearSecret, findFactors, lockFactors, settleMfa } from './store.ts'

/** Removes the authenticator app, proved by its code; removing the last factor deletes the recovery codes. */
export const removeTotp: Handler<typeof secondFactor.removeTotp> = async ({ proof }, ctx) => {
  const { staffId, username } = ctx.session
  const { totp_secret: secret } = await findFactors(ctx.db, staffId)
  if (secret === null) throw ctx.refuse('none')
  return prove(ctx, { proof, asked: { by: ['code'] } }, async ({ tx, append }) => {
    if ((await lockFactors(tx, staffId)).totp_secret === null) throw ctx.refuse('none')
    await clearSecret(tx, staffId)
    const secondFactorLeft = await settleMfa(tx, staffId)
    await append({
      event: 'session.secondFactorOff',
      subject: username,
      before: { factor: 'authenticator app' },
      after: { secondFactorLeft },
    })
    return null
  })
}
