import type { texting } from '@agency-support/contract/modules/texting'
import { toNumber } from '@agency-support/contract/rules/texting'
import type { Handler } from '../../calls/context.ts'
import { askCampaign } from './ask-campaign.ts'
import { changeTcrNumber } from './service.ts'

/**
 * Changes an agency's TCR number at once; the campaign at Bandwidth follows. An equal number only makes sure that
 * Bandwidth agrees.
 */
export const setTcrNumber: Handler<typeof texting.setTcrNumber> = async (input, ctx) => {
  const { agencyId, number, version } = input
  const by = ctx.session.username
  const change = { agencyId, tcrNumber: number, by, at: ctx.now, version }
  const changed = await changeTcrNumber(ctx.tx, change)
  if (changed.outcome === 'noRecord') throw ctx.refuse('noTexting')
  const { row } = changed
  if (changed.outcome === 'stale')
    throw ctx.refuse('stale', {
      changedBy: changed.by,
      changedAt: changed.at.toISOString(),
      current: row.tcr_number ?? '',
      yours: number,
      version: row.version,
    })
  const [phone] = row.phones
  if (phone !== undefined)
    await askCampaign(ctx.tx, ctx.services.outsideWork, {
      agencyId,
      by,
      version: row.version,
      wishes: [{ number: toNumber(phone), campaignId: number }],
    })
  if (changed.outcome === 'changed')
    await ctx.append({
      event: 'texting.tcrChanged',
      agencyId,
      before: { tcrNumber: changed.before.tcr_number },
      after: { tcrNumber: number },
    })
  else if (phone !== undefined)
    await ctx.append({ event: 'texting.tcrCompared', agencyId, after: { tcrNumber: number } })
  return null
}
