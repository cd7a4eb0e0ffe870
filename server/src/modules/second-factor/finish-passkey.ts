import type { secondFactor } from '@agency-support/contract/modules/second-factor'
import type { Handler } from '../../calls/context.ts'
import { parseChallenge, verifyNew } from './passkeys.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { countRecoveryCodes, insertPasskey, lockFactors, settleMfa, takeChallenge } from './store.ts'

/** Stores the passkey that the browser created for its challenge. */
export const finishPasskey: Handler<typeof secondFactor.finishPasskey> = async ({ name, response }, ctx) => {
  const { staffId, username } = ctx.session
  const { config } = ctx.services
  const { now } = ctx
  const challenge = parseChallenge(response)
  if (challenge === undefined) throw ctx.refuse('wrong')
  const given = await ctx.bookkeeping((tx) => takeChallenge(tx, { challenge, staffId, purpose: 'add', now }))
  if (!given) throw ctx.refuse('notBegun')
  const made = await verifyNew(config, { answer: response, challenge })
  if (made === undefined) throw ctx.refuse('wrong')
  return ctx.transaction(async ({ tx, append }) => {
    await lockFactors(tx, staffId)
    if (!(await insertPasskey(tx, { ...made, staffId, name, now }))) throw ctx.refuse('exists')
    await settleMfa(tx, staffId)
    await append({ event: 'session.passkeyAdded', subject: username, after: { name } })
    const has = (await countRecoveryCodes(tx, staffId)) > 0
    return { recoveryCodes: has ? [] : await issueRecoveryCodes(tx, config.secretKeys, staffId) }
  })
}
