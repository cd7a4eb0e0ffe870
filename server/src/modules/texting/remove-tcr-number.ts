import type { texting } from '@agency-support/contract/modules/texting'
import { textingKey, toNumber } from '@agency-support/contract/rules/texting'
import type { Handler } from '../../calls/context.ts'
import { setProductStatus } from '../marketplace/public.ts'
import { askCampaign } from './ask-campaign.ts'
import { changeTcrNumber } from './service.ts'

/** Removes an agency's TCR number at once, which ends its texting; the campaign at Bandwidth follows. */
export const removeTcrNumber: Handler<typeof texting.removeTcrNumber> = async ({ agencyId }, ctx) => {
  const by = ctx.session.username
  const change = { agencyId, by, at: ctx.now }
  const changed = await changeTcrNumber(ctx.tx, { ...change, tcrNumber: null, version: undefined })
  if (changed.outcome !== 'changed') throw ctx.refuse('noTcrNumber')
  const { before, row } = changed
  const product = await setProductStatus(ctx.tx, { ...change, productKey: textingKey, status: 1 })
  const [phone] = row.phones
  if (phone !== undefined)
    await askCampaign(ctx.tx, ctx.services.outsideWork, {
      agencyId,
      by,
      version: row.version,
      wishes: [{ number: toNumber(phone), campaignId: null }],
    })
  await ctx.append({
    event: 'texting.tcrRemoved',
    agencyId,
    before: { tcrNumber: before.tcr_number, status: product?.status ?? 1 },
    after: { tcrNumber: null, status: 1 },
  })
  return null
}
