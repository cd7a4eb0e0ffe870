import type { esignature } from '@agency-support/contract/modules/esignature'
import { esignatureKey } from '@agency-support/contract/rules/reports'
import type { Handler } from '../../calls/context.ts'
import { setEventProcessed } from '../marketplace/public.ts'

/** Marks a billing record as processed or not; an equal mark changes nothing. */
export const setProcessed: Handler<typeof esignature.setProcessed> = async (input, ctx) => {
  const { agencyId, recordId, newValue, version } = input
  const by = ctx.session.username
  const event = {
    eventId: recordId,
    agencyId,
    productKey: esignatureKey,
    processed: newValue,
    version,
    by,
    at: ctx.now,
  }
  const before = await setEventProcessed(ctx.tx, event)
  if (before === undefined) throw ctx.refuse('noRecord')
  // Unlike other versions it begins with 0, so that 1 is already a change since.
  if (before.version !== (version ?? before.version))
    throw ctx.refuse('stale', {
      changedBy: before.changedBy ?? 'Somebody else',
      changedAt: before.changedAt?.toISOString() ?? null,
      isProcessed: before.processed,
      version: before.version,
    })
  if (before.processed !== newValue)
    await ctx.append({
      event: 'esignature.recordProcessed',
      agencyId,
      subject: String(recordId),
      before: { processed: before.processed },
      after: { processed: newValue },
    })
  return null
}
