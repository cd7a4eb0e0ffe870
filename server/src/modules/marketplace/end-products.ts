import type { Tx } from '../../db/open.ts'
import { listEndable, readState } from './of-agency-store.ts'
import { recordOptIn } from './service.ts'
import { appendSubscriptionEvent, lockOrCreateProduct, type Place } from './store.ts'

/**
 * Ends subscriptions, trials and opt-ins of an agency, so that its products are not live. With product 0 it does so for
 * all products of the marketplace, but never for those with keys. Returns the ids of changed products.
 */
export async function endProducts(
  tx: Tx,
  { agencyId, productId, by, at }: { agencyId: number; productId: number; by: string; at: Date },
): Promise<number[]> {
  const ended = await listEndable(tx, { agencyId, productId })
  for (const one of ended) await endProduct(tx, { agencyId, productId: one, by, at })
  return ended
}

async function endProduct(tx: Tx, of: Place & { by: string; at: Date }): Promise<void> {
  await lockOrCreateProduct(tx, of)
  const state = await readState(tx, of)
  if (state.subscribed) {
    // The agency's clock may be ahead of ours; the end must come after the beginning.
    const at = later(of.at, state.started_at)
    await appendSubscriptionEvent(tx, { ...of, eventCode: 1, at })
    if ((await readState(tx, of)).subscribed) await appendSubscriptionEvent(tx, { ...of, eventCode: 3, at })
  }
  if (state.opted_in) {
    const at = later(of.at, state.opt_in_at)
    await recordOptIn(tx, { ...of, at, change: -1, initials: '', name: of.by })
  }
}

const later = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one)
