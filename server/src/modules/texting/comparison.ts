import type { texting } from '@agency-support/contract/modules/texting'
import { toNumber } from '@agency-support/contract/rules/texting'
import { askProvider } from '../../calls/ask-provider.ts'
import type { Handler } from '../../calls/context.ts'
import { findTexting } from './store.ts'

/** Our record next to Bandwidth's; changes nothing. */
export const comparison: Handler<typeof texting.comparison> = async ({ agencyId }, ctx) => {
  const row = await findTexting(ctx.db, agencyId)
  if (row === undefined) throw ctx.refuse('noTexting')
  const { bandwidth } = ctx.services
  const phone = row.phones[0] ?? ''
  const tcrNumber = row.tcr_number ?? ''
  const number = phone === '' ? undefined : toNumber(phone)
  const { inService, there, campaign } = await askProvider(ctx, async () => {
    // Alone: after an outage one question is let through, whose answer opens the way for the others.
    const inService = number !== undefined && (await bandwidth.isInService(number))
    const [there, campaign] = await Promise.all([
      number === undefined ? null : bandwidth.getNumber(number),
      tcrNumber === '' ? null : bandwidth.getCampaign(tcrNumber),
    ])
    return { inService, there, campaign }
  })
  return {
    phone,
    inService,
    tcrNumber,
    bandwidthTcrNumber: there?.campaignId ?? '',
    campaignStatus: campaign?.status ?? '',
  }
}
