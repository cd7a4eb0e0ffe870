import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import type { Handler } from '../../calls/context.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { decryptSecret } from './encryption.ts'
import { confirmSecret, countRecoveryCodes, lockFactors } from './store.ts'
import { matchingStep } from './totp.ts'

/** Activates the authenticator app with a first code, which is then used up. */
export const confirmTotp: Handler<typeof secondFactor.confirmTotp> = async ({ code }, ctx) => {
  const { staffId, username } = ctx.session
  const { secretKeys } = ctx.services.config
  const { totp_pending: pending } = await lockFactors(ctx.tx, staffId)
  if (pending === null) throw ctx.refuse('notBegun')
  const secret = decryptSecret(secretKeys, staffId, pending)
  const step = await matchingStep(secret, code.replace(/\s/g, ''), { now: ctx.now, lastStep: 0 })
  if (step === undefined) throw ctx.refuse('wrong')
  await confirmSecret(ctx.tx, staffId, step)
  await ctx.append({
    event: 'session.secondFactorOn',
    subject: username,
    after: { factor: 'authenticator app' },
  })
  const has = (await countRecoveryCodes(ctx.tx, staffId)) > 0
  return { recoveryCodes: has ? [] : await issueRecoveryCodes(ctx.tx, secretKeys, staffId) }
}
