import type { ReadDb, Tx } from '../../db/open.ts'
import { query, type Row, statement } from '../../db/query.ts'

/** A product of the marketplace that an agency may have, with what is known of it there. */
export interface ProductOfAgency {
  productId: number
  /** 0 live, 1 not live; an agency of which nothing is stored is not live. */
  status: 0 | 1
  /** 0 where nothing is stored. */
  version: number
  changedBy: string | null
  changedAt: Date | null
}

type Found = Pick<Row<'product'>, 'product_id'> & {
  status: 0 | 1 | null
  version: number | null
  changed_by: string | null
  changed_at: Date | null
}

const ofAgency = `select p.product_id, a.status, a.version, a.changed_by, a.changed_at
  from product p left join agency_product a on a.product_id = p.product_id and a.agency_id = $2
  where p.product_key = $1`
const productOfAgency = statement<[number, number], Found>('product_of_agency', ofAgency, { byKey: true })
const lockedProduct = statement<[number, number], Found>('locked_product', `${ofAgency} for update of p`)

function toProduct(found: Found | undefined): ProductOfAgency | null {
  if (found === undefined) return null
  return {
    productId: found.product_id,
    status: found.status ?? 1,
    version: found.version ?? 0,
    changedBy: found.changed_by,
    changedAt: found.changed_at,
  }
}

/** The product with this key at an agency; null where no product has the key. */
export async function readProduct(
  db: ReadDb,
  productKey: number,
  agencyId: number,
): Promise<ProductOfAgency | null> {
  const [found] = await query(db, productOfAgency, [productKey, agencyId])
  return toProduct(found)
}

/** The same, while nobody else changes the product's agencies. */
export async function lockProduct(
  tx: Tx,
  productKey: number,
  agencyId: number,
): Promise<ProductOfAgency | null> {
  const [found] = await query(tx, lockedProduct, [productKey, agencyId])
  return toProduct(found)
}

/** Stores an agency's status of a product. */
export async function saveProductStatus(
  tx: Tx,
  saved: { agencyId: number; productId: number; status: 0 | 1; by: string; at: Date },
): Promise<void> {
  const changed = { status: saved.status, changed_by: saved.by, changed_at: saved.at }
  await tx
    .insertInto('agency_product')
    .values({ agency_id: saved.agencyId, product_id: saved.productId, ...changed })
    .onConflict((conflict) =>
      conflict
        .columns(['agency_id', 'product_id'])
        .doUpdateSet((of) => ({ ...changed, version: of('agency_product.version', '+', 1) })),
    )
    .execute()
}

/** Appends a purchase (1) or a cancellation (-1). */
export async function appendSubscriptionEvent(
  tx: Tx,
  event: { agencyId: number; productId: number; change: 1 | -1; at: Date; by: string },
): Promise<void> {
  await tx
    .insertInto('subscription_event')
    .values({
      agency_id: event.agencyId,
      product_id: event.productId,
      change: event.change,
      at: event.at,
      by: event.by,
    })
    .execute()
}

const lockedEvent = statement<[number, number, number], Pick<Row<'subscription_event'>, 'processed'>>(
  'locked_subscription_event',
  `select processed from subscription_event join product using (product_id)
  where event_id = $1 and agency_id = $2 and product_key = $3 for update of subscription_event`,
)

/** Sets whether billing has processed an event; what it was before, or undefined where there is no such event. */
export async function setEventProcessed(
  tx: Tx,
  event: { eventId: number; agencyId: number; productKey: number; processed: boolean },
): Promise<boolean | undefined> {
  const { eventId, agencyId, productKey, processed } = event
  const [found] = await query(tx, lockedEvent, [eventId, agencyId, productKey])
  if (found !== undefined && found.processed !== processed)
    await tx.updateTable('subscription_event').set({ processed }).where('event_id', '=', eventId).execute()
  return found?.processed
}
