import type { texting } from '@agency-support/contract/modules/texting'
import type { Handler } from '../../calls/context.ts'
import { readWork, toView, type WorkRow } from '../../jobs/outside-work/store.ts'
import { campaignWork } from './campaign-work.ts'
import { numberWork } from './number-work.ts'
import { findTexting, numberSavedAt } from './store.ts'

/** An agency's work in progress at Bandwidth, or the result of the latest, unless our record has changed since. */
export const work: Handler<typeof texting.work> = async ({ agencyId }, { db }) => {
  const record = await findTexting(db, agencyId)
  const number = unlessPast(await readWork(db, agencyId, numberWork.name), record && numberSavedAt(record))
  const campaign = unlessPast(
    await readWork(db, agencyId, campaignWork.name),
    record?.tcr_saved_at ?? record?.tcr_updated_at,
  )
  const isOpen = number !== null && number.ended_at === null
  return {
    newPhone: isOpen ? numberWork.input.parse(number.input).phone : '',
    number: number && toView(number),
    campaign: campaign && toView(campaign),
  }
}

/** Null for a work that had ended when our record was saved: its result is about an earlier value. */
function unlessPast(work: WorkRow | null, savedAt: Date | null | undefined): WorkRow | null {
  const endedAt = work?.ended_at ?? null
  const isPast = endedAt !== null && savedAt !== null && savedAt !== undefined && savedAt > endedAt
  return isPast ? null : work
}
