import { textingKey } from '@agency-support/contract/rules/texting'
import type { Tx } from '../../db/open.ts'
import { readState } from './of-agency-store.ts'
import {
  appendOptIn,
  appendSubscriptionEvent,
  type EventCode,
  lockOrCreateProduct,
  type OptIn,
  type Place,
  type ProductOfAgency,
  readAgencyProduct,
  recordActivity,
  saveProductStatus,
} from './store.ts'

/** A change of a product at an agency. */
interface Change {
  agencyId: number
  productKey: number
  by: string
  at: Date
}

/** Appends a subscription event of an agency and a product. */
export async function recordSubscription(
  tx: Tx,
  event: Place & { eventCode: EventCode; by: string; at: Date },
): Promise<void> {
  await lockOrCreateProduct(tx, event)
  await appendSubscriptionEvent(tx, event)
}

/** The same for a product given by its key. */
export async function recordSubscriptionOfKey(
  tx: Tx,
  { productKey, ...event }: Change & { eventCode: EventCode },
): Promise<void> {
  const product = await readAgencyProduct(tx, productKey, event.agencyId)
  if (product === null) throw new Error(`no product has the key ${productKey}`)
  await recordSubscription(tx, { ...event, productId: product.productId })
}

/**
 * Appends an opt-in of an agency to a product (1), or its end (-1). If this changes the state for a product with vendor
 * data sync, it also appends an activity event (D-88).
 */
export async function recordOptIn(tx: Tx, optIn: Place & OptIn): Promise<void> {
  await lockOrCreateProduct(tx, optIn)
  const before = await readState(tx, optIn)
  await appendOptIn(tx, optIn)
  const after = await readState(tx, optIn)
  if (!after.vendor_data_sync || before.opted_in === after.opted_in) return
  const { agencyId, at } = optIn
  await recordActivity(tx, { agencyId, category: 'Vendor', change: after.opted_in ? 1 : -1, at })
}

/**
 * Sets an agency's status for a product. For texting, which no agency reports as bought, going live appends a purchase
 * and an activity event, going back their reversal (D-106, D-88). Returns the state before the change; an equal status
 * changes nothing. Undefined if no product has the key.
 */
export async function setProductStatus(
  tx: Tx,
  { status, productKey, ...of }: Change & { status: 0 | 1 },
): Promise<ProductOfAgency | undefined> {
  const known = await readAgencyProduct(tx, productKey, of.agencyId)
  if (known === null) return undefined
  // Creating a row here would be a change without a journal row.
  if (known.status === status) return known
  const place = { ...of, productId: known.productId }
  const before = await lockOrCreateProduct(tx, place)
  if (before.status === status) return before
  if (productKey === textingKey) {
    await appendSubscriptionEvent(tx, { ...place, eventCode: status })
    await recordActivity(tx, { ...of, category: 'Texting', change: status === 0 ? 1 : -1 })
  }
  // After the event, which may be older than the last one by the clock of another server.
  await saveProductStatus(tx, { ...place, status })
  return before
}
