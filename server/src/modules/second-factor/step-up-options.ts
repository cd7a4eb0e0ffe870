import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import type { Handler } from '../../http/context.ts'
import { passkeyOptions } from './public.ts'
import { findFactors } from './store.ts'

/** What the person can confirm with besides the password. */
export const stepUpOptions: Handler<typeof secondFactor.stepUpOptions> = async (_input, ctx) => {
  const { tx, now, services, session } = ctx
  const { totp_secret: secret } = await findFactors(tx, session.staffId)
  const passkey = await passkeyOptions(tx, session.staffId, {
    purpose: 'stepUp',
    config: services.config,
    now,
  })
  return { totp: secret !== null, passkey }
}
