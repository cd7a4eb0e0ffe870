import type { ReadDb } from '../../db/open.ts'
import { query, statement } from '../../db/query.ts'
import type { EventCode } from './store.ts'

/** Rows of a page: a report of 10,000 takes a handful, and one of a million no memory. */
const pageSize = 2_000

/** A product that reports can be asked for. */
export interface ReportedProduct {
  productId: number
  /** With ‘ (deleted)’ behind it where the product is gone. */
  name: string
  /** 0 where it has no key. */
  keyId: number
  enabled: boolean
  minimumVersion: string
}

const reportedProducts = `select product_id as "productId",
  name || case when deleted_at is null then '' else ' (deleted)' end as name,
  coalesce(product_key, 0) as "keyId", enabled, minimum_version as "minimumVersion"
from product p
where (deleted_at is null or exists (select from subscription_event e where e.product_id = p.product_id))`
const allReportedSql = statement<[], ReportedProduct>('list_reported_products', reportedProducts)
const oneReportedSql = statement<[productId: number | null, keyId: number | null], ReportedProduct>(
  'find_reported_product',
  `${reportedProducts} and ($1::integer is null or product_id = $1) and ($2::integer is null or product_key = $2)`,
)

/** All products that there are, and of the deleted ones those that have subscription events; in no order. */
export function listReportedProducts(db: ReadDb): Promise<ReportedProduct[]> {
  return query(db, allReportedSql, [])
}

/** One of them by its id, its key or both; undefined where there is none. */
export async function findReportedProduct(
  db: ReadDb,
  { productId, keyId }: { productId?: number | undefined; keyId?: number | undefined },
): Promise<ReportedProduct | undefined> {
  const [found] = await query(db, oneReportedSql, [productId ?? null, keyId ?? null])
  return found
}

/** What one page follows on: each is asked for with the last row of the one before. */
async function* pagesOf<Row>(
  next: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await next(last, pageSize)
    if (rows.length > 0) yield rows
    if (rows.length < pageSize) return
    last = rows.at(-1)
  }
}

/** How an agency that was ever subscribed to a product is billed. */
export interface BilledAgency {
  agency_id: number
  name: string
  subscribed: boolean
  status: number
  started_at: Date
  stopped_at: Date | null
}

const billedSql = statement<[productId: number, after: number, text: string, limit: number], BilledAgency>(
  'list_billed_agencies',
  `select p.agency_id, coalesce(a.name, '') as name, p.subscribed, p.status, p.started_at, p.stopped_at
from agency_product p left join agency a on a.agency_id = p.agency_id
where p.product_id = $1 and p.agency_id > $2 and p.started_at is not null
  and ($3 = '' or strpos(lower(lpad(p.agency_id::text, 8, '0') || ' ' || coalesce(a.name, '')), lower($3)) > 0)
order by p.agency_id limit $4`,
)

/** Pages of the agencies that were ever subscribed to a product, by agency id; `text` in padded id or name. */
export function listBilledAgencies(db: ReadDb, productId: number, text = ''): AsyncGenerator<BilledAgency[]> {
  return pagesOf((last, limit) => query(db, billedSql, [productId, last?.agency_id ?? 0, text, limit]))
}

/** How an agency stands with a product, with what decides whether it sees it. */
export interface ActivatedAgency {
  agency_id: number
  version_display: string
  overridden: boolean
  subscribed: boolean
  status: number
  opted_in: boolean
  opt_in_at: Date | null
  opt_in_name: string
  opt_in_initials: string
}

// Either list is cut to a page before they are joined, so that a page costs the same however long they are.
const activatedSql = statement<[productId: number, after: number, limit: number], ActivatedAgency>(
  'list_activated_agencies',
  `select one.agency_id, coalesce(a.version_display, '') as version_display, o.agency_id is not null as overridden,
  coalesce(p.subscribed, false) as subscribed, coalesce(p.status, 1) as status,
  coalesce(p.opted_in, false) as opted_in, p.opt_in_at,
  coalesce(p.opt_in_name, '') as opt_in_name, coalesce(p.opt_in_initials, '') as opt_in_initials
from (
  (select agency_id from agency_product
    where product_id = $1 and agency_id > $2
      and (started_at is not null or changed_at is not null or opt_in_at is not null)
    order by agency_id limit $3)
  union
  (select agency_id from product_override where product_id = $1 and agency_id > $2 order by agency_id limit $3)
  order by agency_id limit $3
) one
left join agency_product p on p.product_id = $1 and p.agency_id = one.agency_id
left join product_override o on o.product_id = $1 and o.agency_id = one.agency_id
left join agency a on a.agency_id = one.agency_id
order by one.agency_id`,
)

/** Pages of the agencies with a subscription, a status, an opt-in or an override of a product, by agency id. */
export function listActivatedAgencies(db: ReadDb, productId: number): AsyncGenerator<ActivatedAgency[]> {
  return pagesOf((last, limit) => query(db, activatedSql, [productId, last?.agency_id ?? 0, limit]))
}

/** An event of a product's subscriptions with what billing has done about it. */
export interface ListedEvent {
  event_id: number
  agency_id: number
  agency_name: string
  at: Date
  /** The instant to the microsecond: where the next page begins. */
  mark: string
  event_code: EventCode
  by: string
  processed: boolean
  version: number
}

type EventValues = [
  productId: number,
  from: string,
  to: string,
  mark: string,
  last: string,
  codes: readonly number[],
  limit: number,
]
// That `at` is not after the mark is said apart from the row's own order, since that alone skips whole years.
const eventsSql = statement<EventValues, ListedEvent>(
  'list_subscription_events',
  `select e.event_id, e.agency_id, coalesce(a.name, '') as agency_name, e.at, e.at::text as mark, e.event_code, e.by,
  coalesce(b.processed, false) as processed, coalesce(b.version, 0) as version
from (
  select event_id, agency_id, at, event_code, by from subscription_event
  where product_id = $1 and at >= $2::timestamptz and at < $3::timestamptz and at <= $4::timestamptz
    and (at, event_id) < ($4::timestamptz, $5::bigint) and event_code = any($6::smallint[])
  order by at desc, event_id desc limit $7
) e
left join agency a on a.agency_id = e.agency_id
left join billing_record b on b.event_id = e.event_id
order by e.at desc, e.event_id desc`,
)

const maxEventId = '9223372036854775807'

/** Pages of a product's subscription events of these kinds within a range of time, newest first. */
export function listSubscriptionEvents(
  db: ReadDb,
  {
    productId,
    from,
    to,
    codes,
  }: {
    productId: number
    /** ISO text, inclusive. */
    from?: string | undefined
    /** ISO text, exclusive. */
    to?: string | undefined
    codes: readonly EventCode[]
  },
): AsyncGenerator<ListedEvent[]> {
  const within = [productId, from ?? '-infinity', to ?? 'infinity'] as const
  return pagesOf((last, limit) =>
    query(db, eventsSql, [
      ...within,
      last?.mark ?? 'infinity',
      last === undefined ? maxEventId : String(last.event_id),
      codes,
      limit,
    ]),
  )
}
