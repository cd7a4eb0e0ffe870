import { toNumber } from '@agency-support/contract/rules/texting'
import type { OutsideWork } from '../../calls/context.ts'
import type { Tx } from '../../db/open.ts'
import { askCampaign } from './ask-campaign.ts'
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
  const [old] = before.phones
  if (row.tcr_number === null || (old !== undefined && toNumber(old) === toNumber(change.phone)))
    return changed
  await askCampaign(tx, outsideWork, {
    agencyId: change.agencyId,
    by: change.by,
    version: row.version,
    wishes: [
      ...(old === undefined ? [] : [{ number: toNumber(old), campaignId: null }]),
      { number: toNumber(change.phone), campaignId: row.tcr_number },
    ],
  })
  return changed
}
