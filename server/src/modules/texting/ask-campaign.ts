import type { OutsideWork } from '../../calls/context.ts'
import type { Tx } from '../../db/open.ts'
import { lockOpenWork } from '../../jobs/outside-work/store.ts'
import { type CampaignInput, campaignStart, campaignWork } from './campaign-work.ts'

/** The campaign that a number shall have from now on; null for none. */
interface Wish {
  number: string
  campaignId: string | null
}

interface Asked {
  agencyId: number
  by: string
  wishes: readonly Wish[]
  /** The version of our record that the wishes are of. */
  version: number
}

/**
 * Has Bandwidth brought to what our record says now. A newer wish takes the place of one under way; numbers that it
 * does not name keep the wish that stands.
 */
export async function askCampaign(
  tx: Tx,
  outsideWork: OutsideWork,
  { agencyId, by, wishes, version }: Asked,
): Promise<void> {
  const open = await lockOpenWork(tx, agencyId, campaignWork.name)
  const before = open === undefined ? undefined : campaignWork.input.parse(open.input)
  const named = new Set(wishes.map(({ number }) => number))
  const kept = before?.tasks.filter(({ number }) => !named.has(number)) ?? []
  const input: CampaignInput = {
    tasks: [...kept, ...wishes].map(({ number, campaignId }, at) => ({
      number,
      campaignId,
      key: toKey(version, at),
    })),
    earlier: before === undefined ? [] : [...before.earlier, ...before.tasks.map(({ key }) => key)],
  }
  const work = { agencyId, by, input, progress: campaignStart }
  if (open !== undefined && (await outsideWork.replace(tx, campaignWork, work))) return
  if (!(await outsideWork.add(tx, campaignWork, work)))
    throw new Error(`the campaign of agency ${agencyId} was asked for by two at once`)
}

/** Three characters, since a key of an order has at most 40 and 37 name the work. */
function toKey(version: number, at: number): string {
  return `${(version % 1_296).toString(36).padStart(2, '0')}${(at % 36).toString(36)}`
}
