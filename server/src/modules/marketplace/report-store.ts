import {
  getListName,
  type JsonFields,
  jsonInstant,
  jsonItem,
  type JsonPage,
  jsonPage,
} from '../../db/json-rows.ts'
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

/** The same of rows that the database writes as JSON; at most `most` come as one page, all of them page by page. */
async function* jsonPagesOf<Last>(
  next: (last: (JsonPage & Last) | undefined, limit: number) => Promise<(JsonPage & Last)[]>,
  most: number | undefined,
): AsyncGenerator<string> {
  const size = most ?? pageSize
  let last: (JsonPage & Last) | undefined
  for (;;) {
    const [read] = await next(last, size)
    if (read === undefined || read.items === null) return
    yield read.items
    if (most !== undefined || read.rows < size) return
    last = read
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

type BilledValues = [productId: number, after: number, text: string, limit: number]

const billedSql = (startedAt: string, stoppedAt: string) =>
  `select p.agency_id, coalesce(a.name, '') as name, p.subscribed, p.status,
  ${startedAt} as started_at, ${stoppedAt} as stopped_at
from agency_product p left join agency a on a.agency_id = p.agency_id
where p.product_id = $1 and p.agency_id > $2 and p.started_at is not null
  and ($3 = '' or strpos(lower(lpad(p.agency_id::text, 8, '0') || ' ' || coalesce(a.name, '')), lower($3)) > 0)
order by p.agency_id limit $4`
const billedRowsSql = statement<BilledValues, BilledAgency>(
  'list_billed_agencies',
  billedSql('p.started_at', 'p.stopped_at'),
)
const billedJsonSql = (fields: JsonFields) =>
  statement<BilledValues, JsonPage & { last: number }>(
    getListName('list_billed_agencies', fields),
    `select ${jsonPage('b.agency_id')}, max(b.agency_id) as last
from (${billedSql(jsonInstant('p.started_at'), jsonInstant('p.stopped_at'))}) b cross join lateral ${jsonItem(fields, 'b')}`,
  )

/** Pages of the agencies that were ever subscribed to a product, by agency id; `text` in padded id or name. */
export function listBilledAgencies(db: ReadDb, productId: number, text = ''): AsyncGenerator<BilledAgency[]> {
  return pagesOf((last, limit) => query(db, billedRowsSql, [productId, last?.agency_id ?? 0, text, limit]))
}

/** The same as JSON of these fields, the first `most` or all. */
export function listBilledItems(
  db: ReadDb,
  { productId, text = '', most }: { productId: number; text?: string | undefined; most?: number | undefined },
  fields: Readonly<Record<string, keyof BilledAgency>>,
): AsyncGenerator<string> {
  const page = billedJsonSql(fields)
  return jsonPagesOf<{ last: number }>(
    (last, limit) => query(db, page, [productId, last?.last ?? 0, text, limit]),
    most,
  )
}

/** How an agency stands with a product. */
export interface ActivatedAgency {
  agency_id: number
  visible: boolean
  subscribed: boolean
  enabled: boolean
  opted_in: boolean
  opt_in_at: Date | null
  opt_in_name: string
  opt_in_initials: string
}

/** Which agencies of a product are listed, and the versions of the agencies' software that see it. */
export interface AskedAgencies {
  productId: number
  seenBy: VersionsThatSee
  visible?: boolean | undefined
  enabled?: boolean | undefined
  subscribed?: boolean | undefined
  optedIn?: boolean | undefined
}

/** The versions with which an agency sees a product, by whether an override names it; null every version. */
export interface VersionsThatSee {
  overridden: readonly string[] | null
  other: readonly string[] | null
}

type ActivatedValues = [
  productId: number,
  after: number,
  limit: number,
  /** Null where a filter lets only some of a list through. */
  limitOfList: number | null,
  overriddenVersions: readonly string[] | null,
  otherVersions: readonly string[] | null,
  visible: boolean | null,
  enabled: boolean | null,
  subscribed: boolean | null,
  optedIn: boolean | null,
]

// Without a filter either list is cut to a page before they are joined, and an agency is looked up for each row, so that
// a page costs the same however long the lists and however many the agencies are.
const activatedSql = (
  optInAt: string,
) => `select agency_id, visible, subscribed, enabled, opted_in, ${optInAt} as opt_in_at, opt_in_name, opt_in_initials
from (
  select one.*, case when overridden then $5::text[] is null or coalesce(a.version_display, '') = any($5)
    else $6::text[] is null or coalesce(a.version_display, '') = any($6) end as visible
  from (
    (select p.agency_id, p.subscribed, p.status = 0 as enabled, p.opted_in, p.opt_in_at, p.opt_in_name,
        p.opt_in_initials, o.agency_id is not null as overridden
      from agency_product p left join product_override o on o.product_id = $1 and o.agency_id = p.agency_id
      where p.product_id = $1 and p.agency_id > $2
        and (p.started_at is not null or p.changed_at is not null or p.opt_in_at is not null)
      order by p.agency_id limit $4)
    union all
    (select o.agency_id, false, false, false, null, '', '', true from product_override o
      where o.product_id = $1 and o.agency_id > $2 and not exists (
        select from agency_product p where p.product_id = $1 and p.agency_id = o.agency_id
          and (p.started_at is not null or p.changed_at is not null or p.opt_in_at is not null))
      order by o.agency_id limit $4)
    order by agency_id limit $4
  ) one
  left join lateral (select version_display from agency where agency_id = one.agency_id limit 1) a on true
) found
where ($7::boolean is null or visible = $7) and ($8::boolean is null or enabled = $8)
  and ($9::boolean is null or subscribed = $9) and ($10::boolean is null or opted_in = $10)
order by agency_id limit $3`
const activatedRowsSql = statement<ActivatedValues, ActivatedAgency>(
  'list_activated_agencies',
  activatedSql('opt_in_at'),
)
const activatedJsonSql = (fields: JsonFields) =>
  statement<ActivatedValues, JsonPage & { last: number }>(
    getListName('list_activated_agencies', fields),
    `select ${jsonPage('a.agency_id')}, max(a.agency_id) as last
from (${activatedSql(jsonInstant('opt_in_at'))}) a cross join lateral ${jsonItem(fields, 'a')}`,
  )

function toActivatedValues(
  { productId, seenBy, visible, enabled, subscribed, optedIn }: AskedAgencies,
  after: number,
  limit: number,
): ActivatedValues {
  const wanted = [visible ?? null, enabled ?? null, subscribed ?? null, optedIn ?? null] as const
  const limitOfList = wanted.every((flag) => flag === null) ? limit : null
  return [productId, after, limit, limitOfList, seenBy.overridden, seenBy.other, ...wanted]
}

/** Pages of the agencies with a subscription, a status, an opt-in or an override of a product, by agency id. */
export function listActivatedAgencies(db: ReadDb, asked: AskedAgencies): AsyncGenerator<ActivatedAgency[]> {
  return pagesOf((last, limit) =>
    query(db, activatedRowsSql, toActivatedValues(asked, last?.agency_id ?? 0, limit)),
  )
}

/** The same as JSON of these fields, the first `most` or all. */
export function listActivatedItems(
  db: ReadDb,
  { most, ...asked }: AskedAgencies & { most?: number | undefined },
  fields: Readonly<Record<string, keyof ActivatedAgency>>,
): AsyncGenerator<string> {
  const page = activatedJsonSql(fields)
  return jsonPagesOf<{ last: number }>(
    (last, limit) => query(db, page, toActivatedValues(asked, last?.last ?? 0, limit)),
    most,
  )
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
const eventsSql = (columns: string) =>
  `select e.event_id, e.agency_id, coalesce(a.name, '') as agency_name, e.at, e.event_code, e.by,
  coalesce(b.processed, false) as processed, coalesce(b.version, 0) as version, ${columns}
from (
  select event_id, agency_id, at, event_code, by from subscription_event
  where product_id = $1 and at >= $2::timestamptz and at < $3::timestamptz and at <= $4::timestamptz
    and (at, event_id) < ($4::timestamptz, $5::bigint) and event_code = any($6::smallint[])
  order by at desc, event_id desc limit $7
) e
left join agency a on a.agency_id = e.agency_id
left join billing_record b on b.event_id = e.event_id
order by e.at desc, e.event_id desc`
const eventRowsSql = statement<EventValues, ListedEvent>(
  'list_subscription_events',
  eventsSql('e.at::text as mark'),
)

/** What stands in an event as the database writes it; `turn` is the code as a sign, `address` who did it by an address. */
export type EventColumn = Exclude<keyof ListedEvent, 'at' | 'mark'> | 'instant' | 'turn' | 'address'

const eventJsonSql = (fields: JsonFields) =>
  statement<EventValues, JsonPage & { mark: string; last: string }>(
    getListName('list_subscription_events', fields),
    `select ${jsonPage('e.at desc, e.event_id desc')}, min(e.at)::text as mark,
  (array_agg(e.event_id order by e.at, e.event_id))[1]::text as last
from (${eventsSql(
      `${jsonInstant('e.at')} as instant, case when e.event_code in (0, 2) then 1 else -1 end as turn,
  case when strpos(e.by, '@') > 0 then e.by else '' end as address`,
    )}) e cross join lateral ${jsonItem(fields, 'e')}`,
  )

const maxEventId = '9223372036854775807'

/** Which events of a product are listed. */
interface AskedEvents {
  productId: number
  /** ISO text, inclusive. */
  from?: string | undefined
  /** ISO text, exclusive. */
  to?: string | undefined
  codes: readonly EventCode[]
}

/** Pages of a product's subscription events of these kinds within a range of time, newest first. */
export function listSubscriptionEvents(
  db: ReadDb,
  { productId, from, to, codes }: AskedEvents,
): AsyncGenerator<ListedEvent[]> {
  const within = [productId, from ?? '-infinity', to ?? 'infinity'] as const
  return pagesOf((last, limit) =>
    query(db, eventRowsSql, [
      ...within,
      last?.mark ?? 'infinity',
      last === undefined ? maxEventId : String(last.event_id),
      codes,
      limit,
    ]),
  )
}

/** The same as JSON of these fields, the first `most` or all. */
export function listSubscriptionItems(
  db: ReadDb,
  { productId, from, to, codes, most }: AskedEvents & { most?: number | undefined },
  fields: Readonly<Record<string, EventColumn>>,
): AsyncGenerator<string> {
  const page = eventJsonSql(fields)
  const within = [productId, from ?? '-infinity', to ?? 'infinity'] as const
  return jsonPagesOf<{ mark: string; last: string }>(
    (last, limit) =>
      query(db, page, [...within, last?.mark ?? 'infinity', last?.last ?? maxEventId, codes, limit]),
    most,
  )
}
