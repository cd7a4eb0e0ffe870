import type { ReadDb, Tx } from '../../db/open.ts'
import {
  appendSubscriptionEvent,
  lockProduct,
  type ProductOfAgency,
  readProduct,
  saveProductStatus,
} from './store.ts'

/** Who does what when with a product of an agency. */
interface Change {
  agencyId: number
  productKey: number
  by: string
  at: Date
}

/** An agency's standing with the product of this key; null where no product has the key. */
export function readAgencyProduct(
  db: ReadDb,
  productKey: number,
  agencyId: number,
): Promise<ProductOfAgency | null> {
  return readProduct(db, productKey, agencyId)
}

/** Appends a purchase (1) or a cancellation (-1) of a product to the agency's subscription events. */
export async function recordSubscription(
  tx: Tx,
  { change, ...of }: Change & { change: 1 | -1 },
): Promise<void> {
  const product = await readKnown(tx, of)
  await appendSubscriptionEvent(tx, { ...of, productId: product.productId, change })
}

/**
 * Sets an agency's status of a product. Going live appends a purchase, going back a cancellation (D-106). The standing
 * before the change; nothing changes where the status is the same already. Undefined for a key that no product has.
 */
export async function setProductStatus(
  tx: Tx,
  { status, ...of }: Change & { status: 0 | 1 },
): Promise<ProductOfAgency | undefined> {
  const before = await lockProduct(tx, of.productKey, of.agencyId)
  if (before === null) return undefined
  if (before.status === status) return before
  await saveProductStatus(tx, { ...of, productId: before.productId, status })
  await appendSubscriptionEvent(tx, { ...of, productId: before.productId, change: status === 0 ? 1 : -1 })
  return before
}

async function readKnown(tx: Tx, { productKey, agencyId }: Change): Promise<ProductOfAgency> {
  const product = await lockProduct(tx, productKey, agencyId)
  if (product === null) throw new Error(`no product has the key ${productKey}`)
  return product
}
