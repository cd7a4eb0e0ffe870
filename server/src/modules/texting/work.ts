import type { texting } from '@agency-support/contract/modules/texting'
import type { Handler } from '../../calls/context.ts'
import { readWork, toView } from '../../jobs/outside-work/store.ts'
import { campaignWork } from './campaign-work.ts'
import { numberWork } from './number-work.ts'

/** An agency's work in progress at Bandwidth, or the result of the latest. */
export const work: Handler<typeof texting.work> = async ({ agencyId }, ctx) => {
  const number = await readWork(ctx.db, agencyId, numberWork.name)
  const campaign = await readWork(ctx.db, agencyId, campaignWork.name)
  const isOpen = number !== null && number.ended_at === null
  return {
    newPhone: isOpen ? numberWork.input.parse(number.input).phone : '',
    number: number && toView(number),
    campaign: campaign && toView(campaign),
  }
}
