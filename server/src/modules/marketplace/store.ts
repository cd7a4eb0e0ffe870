import { type ActivityEvent, appendActivityEvent } from '../../db/activity-event.ts'
import type { Tx } from '../../db/open.ts'
import { query, type Queryable, type Row, statement } from '../../db/query.ts'

/** Code of a subscription event: 0 purchase, 1 cancellation, 2 start of a trial, 3 its end. */
export type EventCode = 0 | 1 | 2 | 3

/** A product of the marketplace with its state at an agency. */
export interface ProductOfAgency {
  productId: number
  /** 0 live, 1 not live; not live if nothing is stored. */
  status: 0 | 1
  /** 0 if nothing is stored. */
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
const productOfAgencySql = statement<[number, number], Found>('product_of_agency', ofAgency, { byKey: true })

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

/** The product with this key at an agency; null if no product has the key. */
export async function readAgencyProduct(
  db: Queryable,
  productKey: number,
  agencyId: number,
): Promise<ProductOfAgency | null> {
  const [found] = await query(db, productOfAgencySql, [productKey, agencyId])
  return toProduct(found)
}

/** An agency and a product. */
export interface Place {
  agencyId: number
  productId: number
}

const lockPlaceSql = statement<[number, number], Found>(
  'lock_agency_product',
  `select product_id, status, version, changed_by, changed_at from agency_product
   where agency_id = $1 and product_id = $2 for update`,
)

/** Locks the row of a product at an agency, creating it if needed. */
export async function lockOrCreateProduct(tx: Tx, { agencyId, productId }: Place): Promise<ProductOfAgency> {
  await tx
    .insertInto('agency_product')
    .values({ agency_id: agencyId, product_id: productId, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const [found] = await query(tx, lockPlaceSql, [agencyId, productId])
  const held = toProduct(found)
  if (held === null) throw new Error('the row of a product at an agency is missing')
  return held
}

/** Saves an agency's status for a locked product. */
export async function saveProductStatus(
  tx: Tx,
  { agencyId, productId, status, by, at }: Place & { status: 0 | 1; by: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('agency_product')
    .set((of) => ({ status, changed_by: by, changed_at: at, version: of('version', '+', 1) }))
    .where('agency_id', '=', agencyId)
    .where('product_id', '=', productId)
    .execute()
}

/** SQL of the states that follow from the events of these agencies and products; none for those without events. */
export const statesOf = (where: string): string => `
select coalesce(s.agency_id, o.agency_id) as agency_id, coalesce(s.product_id, o.product_id) as product_id,
  coalesce(s.status, 1) as status, coalesce(s.subscribed, false) as subscribed, s.started_at, s.stopped_at,
  coalesce(o.opted_in, false) as opted_in, o.opt_in_at, coalesce(o.opt_in_initials, '') as opt_in_initials,
  coalesce(o.opt_in_name, '') as opt_in_name
from (select * from subscription_state where ${where}) s
full join (select * from opt_in_state where ${where}) o
  on o.agency_id = s.agency_id and o.product_id = s.product_id`

/** SQL that takes over a state from a row of {@link statesOf}. */
export const takeState = (from: string): string =>
  `status = ${from}.status, subscribed = ${from}.subscribed, started_at = ${from}.started_at,
  stopped_at = ${from}.stopped_at, opted_in = ${from}.opted_in, opt_in_at = ${from}.opt_in_at,
  opt_in_initials = ${from}.opt_in_initials, opt_in_name = ${from}.opt_in_name`

const recomputeSql = statement<[agencyId: number, productId: number]>(
  'recompute_state_of_product',
  `update agency_product p set ${takeState('state')}
from (${statesOf('agency_id = $1 and product_id = $2')}) state where p.agency_id = $1 and p.product_id = $2`,
)

/** Appends a subscription event and recomputes the state of the locked product. */
export async function appendSubscriptionEvent(
  tx: Tx,
  { agencyId, productId, eventCode, at, by }: Place & { eventCode: EventCode; at: Date; by: string },
): Promise<void> {
  await tx
    .insertInto('subscription_event')
    .values({ agency_id: agencyId, product_id: productId, event_code: eventCode, at, by })
    .execute()
  await query(tx, recomputeSql, [agencyId, productId])
}

/** A decision at an agency whether to share data with a vendor. */
export interface OptIn {
  /** 1 to share from now on, -1 to stop. */
  change: 1 | -1
  at: Date
  initials: string
  name: string
}

/** Appends an opt-in or its end, and recomputes the state of the locked product. */
export async function appendOptIn(
  tx: Tx,
  { agencyId, productId, change, at, initials, name }: Place & OptIn,
): Promise<void> {
  await tx
    .insertInto('opt_in_event')
    .values({ agency_id: agencyId, product_id: productId, change, at, initials, name })
    .execute()
  await query(tx, recomputeSql, [agencyId, productId])
}

/** Appends an addition (1) or its reversal (-1) to the dashboard's events. */
export function recordActivity(tx: Tx, event: ActivityEvent): Promise<void> {
  return appendActivityEvent(tx, event)
}

const recordSyncSql = statement<[productId: number, change: 1 | -1, at: Date]>(
  'record_vendor_data_sync',
  `insert into activity_event (at, category, agency_id, change)
select $3, 'Vendor', agency_id, $2 from agency_product where product_id = $1 and opted_in order by agency_id`,
)

/** Appends the same for every agency that is opted in to a locked product whose vendor data sync was turned on or off. */
export async function recordSync(
  tx: Tx,
  { productId, change, at }: { productId: number; change: 1 | -1; at: Date },
): Promise<void> {
  await query(tx, recordSyncSql, [productId, change, at])
}

const eventOfAgencySql = statement<[number, number, number], { has_record: boolean }>(
  'subscription_event_of_agency',
  `select exists(select from billing_record r where r.event_id = e.event_id) as has_record
  from subscription_event e join product using (product_id)
  where e.event_id = $1 and agency_id = $2 and product_key = $3`,
)
type Mark = Pick<Row<'billing_record'>, 'processed' | 'version' | 'changed_by' | 'changed_at'>
const lockRecordSql = statement<[number], Mark>(
  'lock_billing_record',
  'select processed, version, changed_by, changed_at from billing_record where event_id = $1 for update',
)

/** Whether billing has processed an event, and who marked it. */
export interface EventMark {
  processed: boolean
  /** Number of changes; 0 if never set. */
  version: number
  changedBy: string | null
  changedAt: Date | null
}

/**
 * Marks whether billing has processed an event, unless the mark changed since the version that the caller read. Returns
 * the previous mark, or undefined if there is no such event.
 */
export async function setEventProcessed(
  tx: Tx,
  event: {
    eventId: number
    agencyId: number
    productKey: number
    processed: boolean
    version?: number | undefined
    by: string
    at: Date
  },
): Promise<EventMark | undefined> {
  const { eventId, agencyId, productKey, processed, version, by, at } = event
  const [found] = await query(tx, eventOfAgencySql, [eventId, agencyId, productKey])
  if (found === undefined) return undefined
  // Creating a record here would be a change without a journal row.
  if (!found.has_record && !processed)
    return { processed: false, version: 0, changedBy: null, changedAt: null }
  await tx
    .insertInto('billing_record')
    .values({ event_id: eventId, processed: false, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const [record] = await query(tx, lockRecordSql, [eventId])
  if (record === undefined) throw new Error('the billing record of an event is missing after it was created')
  if (record.processed !== processed && record.version === (version ?? record.version))
    await tx
      .updateTable('billing_record')
      .set((of) => ({ processed, changed_by: by, changed_at: at, version: of('version', '+', 1) }))
      .where('event_id', '=', eventId)
      .execute()
  return {
    processed: record.processed,
    version: record.version,
    changedBy: record.changed_by,
    changedAt: record.changed_at,
  }
}
