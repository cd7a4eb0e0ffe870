import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import type { Handler } from '../../http/context.ts'
import { deletePasskey, lockFactors, settleMfa } from './store.ts'

/** Removes one of the person's passkeys; the recovery codes go with the last factor. */
export const removePasskey: Handler<typeof secondFactor.removePasskey> = async ({ passkeyId }, ctx) => {
  const { staffId, username } = ctx.session
  await lockFactors(ctx.tx, staffId)
  const name = await deletePasskey(ctx.tx, staffId, passkeyId)
  if (name === undefined) throw ctx.refuse('gone')
  const secondFactorLeft = await settleMfa(ctx.tx, staffId)
  await ctx.append({
    event: 'session.passkeyRemoved',
    subject: username,
    before: { name },
    after: { secondFactorLeft },
  })
  return null
}
