import type { secondFactor, Way } from '@agency-support/contract/modules/second-factor'
import type { Handler } from '../../calls/context.ts'
import { prove } from './step-up.ts'
import { countRecoveryCodes, deletePasskey, listPasskeys, lockFactors, settleMfa } from './store.ts'

/**
 * Removes one of the person's passkeys, proved by that passkey; removing the last factor deletes the recovery codes.
 */
export const removePasskey: Handler<typeof secondFactor.removePasskey> = async (input, ctx) => {
  const { passkeyId, proof } = input
  const { staffId, username } = ctx.session
  const passkeys = await listPasskeys(ctx.db, staffId)
  if (!passkeys.some(({ passkey_id: id }) => id === passkeyId)) throw ctx.refuse('gone')
  const codes: Way[] = (await countRecoveryCodes(ctx.db, staffId)) > 0 ? ['recoveryCode'] : []
  const asked = { by: ['passkey' as const, ...codes], passkeyId }
  return prove(ctx, { proof, asked }, async ({ tx, append }) => {
    await lockFactors(tx, staffId)
    const name = await deletePasskey(tx, staffId, passkeyId)
    if (name === undefined) throw ctx.refuse('gone')
    const secondFactorLeft = await settleMfa(tx, staffId)
    await append({
      event: 'session.passkeyRemoved',
      subject: username,
      before: { name },
      after: { secondFactorLeft },
    })
    return null
  })
}
