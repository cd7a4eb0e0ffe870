import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import { plusSeconds } from '../../lib/clock.ts'
import type { Handler } from '../../calls/context.ts'
import { creationOptions } from './passkeys.ts'
import { challengeSeconds } from './service.ts'
import { prove, listWays } from './step-up.ts'
import { insertChallenge, listPasskeys } from './store.ts'

/** Options for the browser to create a passkey; the challenge expires after five minutes. */
export const beginPasskey: Handler<typeof secondFactor.beginPasskey> = async ({ proof }, ctx) => {
  const { staffId, username } = ctx.session
  const { now } = ctx
  const asked = { by: await listWays(ctx.db, staffId) }
  return prove(ctx, { proof, asked }, async ({ tx }) => {
    const passkeys = await listPasskeys(tx, staffId)
    const options = await creationOptions(ctx.services.config, { staffId, username, passkeys })
    const expiresAt = plusSeconds(now, challengeSeconds)
    await insertChallenge(tx, { challenge: options.challenge, staffId, purpose: 'add', expiresAt })
    return { options: { ...options } }
  })
}
