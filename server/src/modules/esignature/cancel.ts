import type { esignature } from '@agency-support/contract/modules/esignature'
import { esignatureKey } from '@agency-support/contract/rules/reports'
import type { Handler } from '../../calls/context.ts'
import { recordSubscriptionOfKey } from '../marketplace/public.ts'
import { closeAccounts, nothingClosed } from './close-accounts.ts'
import { endSubscription } from './store.ts'

/** Ends a subscription; closing its accounts at Formstack follows as outside work. */
export const cancel: Handler<typeof esignature.cancel> = async ({ agencyId }, ctx) => {
  const { tx, now } = ctx
  const by = ctx.session.username
  const ended = await endSubscription(tx, agencyId, now)
  if (ended === undefined) throw ctx.refuse('notSubscribed')
  const at = ended.changed_at ?? now
  await recordSubscriptionOfKey(tx, { agencyId, productKey: esignatureKey, eventCode: 1, by, at })
  const work = { agencyId, input: { groupId: ended.group_id }, progress: nothingClosed, by }
  const { outsideWork } = ctx.services
  // Work in progress belongs to an earlier cancellation, which this one replaces.
  const isAdded =
    (await outsideWork.add(tx, closeAccounts, work)) || (await outsideWork.replace(tx, closeAccounts, work))
  if (!isAdded) throw ctx.refuse('underWay')
  await ctx.append({
    event: 'esignature.cancelled',
    agencyId,
    before: { isSubscribed: true },
    after: { isSubscribed: false },
  })
  return null
}
