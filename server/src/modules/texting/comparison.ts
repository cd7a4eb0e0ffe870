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
  const [inService, there, campaign] = await askProvider(ctx, () =>
    Promise.all([
      number === undefined ? false : bandwidth.isInService(number),
      number === undefined ? null : bandwidth.getNumber(number),
      tcrNumber === '' ? null : bandwidth.getCampaign(tcrNumber),
    ]),
  )
  return {
    phone,
    inService,
    tcrNumber,
    bandwidthTcrNumber: there?.campaignId ?? '',
    campaignStatus: campaign?.status ?? '',
  }
}
