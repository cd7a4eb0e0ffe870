import type { texting } from '@agency-support/contract/modules/texting'
import type { Handler } from '../../calls/context.ts'
import { campaignWork } from './campaign-work.ts'
import { numberWork } from './number-work.ts'
import { listAgenciesWaitingFor } from './store.ts'

/** Wakes the work that waits for an order; its next step asks Bandwidth for the result. */
export const orderEvents: Handler<typeof texting.orderEvents> = async (orderId, ctx) => {
  for (const kind of [numberWork, campaignWork])
    for (const agencyId of await listAgenciesWaitingFor(ctx.tx, kind.name, orderId))
      await ctx.services.outsideWork.wake(ctx.tx, kind, agencyId)
  return null
}
