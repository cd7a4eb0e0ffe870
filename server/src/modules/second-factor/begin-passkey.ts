import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import { plusSeconds } from '../../clock.ts'
import type { Handler } from '../../http/context.ts'
import { creationOptions } from './passkeys.ts'
import { challengeSeconds } from './public.ts'
import { insertChallenge, listPasskeys } from './store.ts'

/** What the browser makes a passkey with; its challenge is good for five minutes. */
export const beginPasskey: Handler<typeof secondFactor.beginPasskey> = async (_input, ctx) => {
  const { staffId, username } = ctx.session
  const passkeys = await listPasskeys(ctx.tx, staffId)
  const options = await creationOptions(ctx.services.config, { staffId, username, passkeys })
  await insertChallenge(ctx.tx, {
    challenge: options.challenge,
    staffId,
    purpose: 'add',
    now: ctx.now,
    expiresAt: plusSeconds(ctx.now, challengeSeconds),
  })
  return { options: { ...options } }
}
