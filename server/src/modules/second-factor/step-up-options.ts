import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import type { Handler } from '../../calls/context.ts'
import { passkeyOptions } from './service.ts'
import { listWays } from './step-up.ts'

/** How the person can confirm their identity, with the options for asking for a passkey. */
export const stepUpOptions: Handler<typeof secondFactor.stepUpOptions> = async ({ passkeyId }, ctx) => {
  const { tx, now, services, session } = ctx
  const by = await listWays(tx, session.staffId)
  const passkey = await passkeyOptions(tx, session.staffId, {
    purpose: 'stepUp',
    config: services.config,
    now,
    only: passkeyId,
  })
  return { by, passkey }
}
