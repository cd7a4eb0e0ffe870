import type { email } from '@agency-support/contract/modules/email'
import { askProvider } from '../../calls/ask-provider.ts'
import type { Handler } from '../../calls/context.ts'
import { toSuppressed } from './provider-terms.ts'

/** When and why an address was suppressed; '' for fields that its kind does not have. */
export const details: Handler<typeof email.details> = async ({ email: address, mode, type }, ctx) => {
  const suppressed = toSuppressed({ email: address, type, is6x: mode })
  const found = await askProvider(ctx, () => ctx.services.sendGrid.find(suppressed))
  if (found === null) throw ctx.refuse('gone')
  return [{ ts: found.createdAt.toISOString(), status: found.status, reason: found.reason }]
}
