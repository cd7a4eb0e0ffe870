import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import type { Handler } from '../../calls/context.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { prove, listWays } from './step-up.ts'
import { lockFactors } from './store.ts'

/** Replaces the recovery codes by ten new ones. */
export const renewRecoveryCodes: Handler<typeof secondFactor.renewRecoveryCodes> = async (input, ctx) => {
  const { staffId, username } = ctx.session
  const by = await listWays(ctx.db, staffId)
  if (by.includes('password')) throw ctx.refuse('none')
  return prove(ctx, { proof: input.proof, asked: { by } }, async ({ tx, append }) => {
    await lockFactors(tx, staffId)
    const recoveryCodes = await issueRecoveryCodes(tx, ctx.services.config.secretKeys, staffId)
    await append({ event: 'session.recoveryCodesRenewed', subject: username })
    return { recoveryCodes }
  })
}
