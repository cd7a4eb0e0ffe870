import { toNumber } from '@agency-support/contract/rules/texting'
import type { OutsideWork } from '../../calls/context.ts'
import type { Tx } from '../../db/open.ts'
import { askCampaign, type Wish } from './ask-campaign.ts'
import { changePhone } from './service.ts'

type Change = Parameters<typeof changePhone>[1]

/** Changes an agency's number and moves its campaign there at Bandwidth; the TCR number stays. */
export async function givePhone(
  tx: Tx,
  outsideWork: OutsideWork,
  change: Change,
): ReturnType<typeof changePhone> {
  const changed = await changePhone(tx, change)
  if (changed.outcome !== 'changed') return changed
  const { before, row } = changed
  const wishes = toPhoneWishes(before.phones[0], change.phone, row.tcr_number)
  const { agencyId, by } = change
  if (wishes.length > 0) await askCampaign(tx, outsideWork, { agencyId, by, version: row.version, wishes })
  return changed
}

/** What a new number means for the agency's campaign: it moves there from the old one. */
export function toPhoneWishes(old: string | undefined, phone: string, tcrNumber: string | null): Wish[] {
  if (tcrNumber === null || (old !== undefined && toNumber(old) === toNumber(phone))) return []
  return [
    ...(old === undefined ? [] : [{ number: toNumber(old), campaignId: null }]),
    { number: toNumber(phone), campaignId: tcrNumber },
  ]
}
