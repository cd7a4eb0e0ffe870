import type { OutsideWork } from '../../calls/context.ts'
import type { Tx } from '../../db/open.ts'
import { lockOpenWork } from '../../jobs/outside-work/store.ts'
import { type CampaignInput, campaignStart, campaignWork } from './campaign-work.ts'

/** The campaign that a number should have from now on; null for none. */
export interface Wish {
  number: string
  campaignId: string | null
}

interface CampaignChange {
  agencyId: number
  by: string
  wishes: readonly Wish[]
  /** The version of our record from which the wishes come. */
  version: number
}

/**
 * Adds work that brings Bandwidth in line with our record. A newer wish replaces one in progress; numbers that it does
 * not name keep their current wish.
 */
export async function askCampaign(
  tx: Tx,
  outsideWork: OutsideWork,
  { agencyId, by, wishes, version }: CampaignChange,
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

/** Three characters, because an order's key has at most 40, of which 37 identify the work. */
function toKey(version: number, at: number): string {
  return `${(version % 1_296).toString(36).padStart(2, '0')}${(at % 36).toString(36)}`
}
