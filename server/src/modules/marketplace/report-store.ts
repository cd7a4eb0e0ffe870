import type { ActivationRow, BillingRow } from '@agency-support/contract/modules/reports'
import { foldText, idDigits } from '@agency-support/contract/rules/search'
import { toJsonInstant, utcText } from '../../db/json-rows.ts'
import type { ReadDb } from '../../db/open.ts'
import { query, statement } from '../../db/query.ts'
import type { EventCode } from './store.ts'

/** Rows of the first page, which must arrive at once, and of the following ones (some megabytes). */
const firstPageSize = 2_000
const pageSize = 10_000

/** An instant of a report in wire form; rows contain PostgreSQL's text in UTC. */
export const toWireInstant = toJsonInstant

/** A product for which there are reports. */
export interface ReportedProduct {
  productId: number
  /** Ends with ‘ (deleted)’ for a deleted product. */
  name: string
  /** 0 without a key. */
  keyId: number
  enabled: boolean
  minimumVersion: string
  isDeleted: boolean
}

// Reads the newest event by index: with `exists`, PostgreSQL scans all events for a product without any.
const reportedProducts = `select product_id as "productId",
  name || case when deleted_at is null then '' else ' (deleted)' end as name,
  coalesce(product_key, 0) as "keyId", enabled, minimum_version as "minimumVersion",
  deleted_at is not null as "isDeleted"
from product p
where (deleted_at is null
  or (select true from subscription_event e where e.product_id = p.product_id order by e.at desc limit 1))`
const allReportedSql = statement<[], ReportedProduct>('list_reported_products', reportedProducts)
const oneReportedSql = statement<[productId: number | null, keyId: number | null], ReportedProduct>(
  'find_reported_product',
  `${reportedProducts} and ($1::integer is null or product_id = $1) and ($2::integer is null or product_key = $2)`,
)

/** All products, and those deleted ones that have subscription events; unordered. */
export function listReportedProducts(db: ReadDb): Promise<ReportedProduct[]> {
  return query(db, allReportedSql, [])
}

/** One of them by its key, or without a key by its id (B-34); undefined if there is none. */
export async function findReportedProduct(
  db: ReadDb,
  { productId, keyId = 0 }: { productId?: number | undefined; keyId?: number | undefined },
): Promise<ReportedProduct | undefined> {
  const [found] = await query(db, oneReportedSql, keyId > 0 ? [null, keyId] : [productId ?? null, null])
  return found
}

/**
 * The first `most` rows as one page, or all rows in pages. The next page is requested as soon as one arrives, so that
 * the database reads it while the consumer writes the current one.
 */
export async function* readPages<Page>(
  next: (before: Page | undefined, limit: number) => Promise<Page>,
  count: (page: Page) => number,
  most?: number,
): AsyncGenerator<Page> {
  let size = most ?? firstPageSize
  let nextPage = next(undefined, size)
  for (;;) {
    const page = await nextPage
    const rows = count(page)
    const isLast = most !== undefined || rows < size
    if (!isLast) {
      size = pageSize
      nextPage = next(page, size)
      // The error is thrown where the page is awaited; a consumer who stops earlier does not care.
      nextPage.catch(() => undefined)
    }
    if (rows > 0) yield page
    if (isLast) return
  }
}

const countRows = (rows: readonly unknown[]): number => rows.length

/** The billing of an agency that was ever subscribed to a product; instants in the form for {@link toWireInstant}. */
export type BilledAgency = BillingRow

export type BilledValues = [productId: number, after: number, text: string, digits: string, limit: number]

// Also restricts the agency's own id: without it, a merge join scans all agencies before the page.
export const billedSql = statement<BilledValues, BilledAgency>(
  'list_billed_agencies',
  `select p.agency_id as "agencyId", coalesce(a.name, '') as name, p.subscribed, p.status,
  ${utcText('p.started_at')} as "subscriptionStarted", ${utcText('p.stopped_at')} as "subscriptionStopped"
from agency_product p left join agency a on a.agency_id = p.agency_id and a.agency_id > $2
where p.product_id = $1 and p.agency_id > $2 and p.started_at is not null
  and ($3 = '' or strpos(lpad(p.agency_id::text, 8, '0') || ' ' || coalesce(a.name_folded, ''), $3) > 0
    or $4 <> '' and strpos(lpad(p.agency_id::text, 8, '0'), $4) > 0)
order by p.agency_id limit $5`,
)

/** How much to read: the first `most` rows at once, or everything in pages. */
export interface Bound {
  most?: number | undefined
}

/** A request for a product's billing; `text` matches padded id or name. */
export interface BillingFilter {
  productId: number
  text?: string | undefined
}

/** The parameters of the billing statement for the agencies with ids above `after`. */
export const toBilledValues = ({ productId, text = '' }: BillingFilter, after: number, limit: number) =>
  [productId, after, foldText(text), idDigits(text) ?? '', limit] satisfies BilledValues

/** The agencies that were ever subscribed to a product, by agency id. */
export function listBilledAgencies(
  db: ReadDb,
  { most, ...filter }: BillingFilter & Bound,
): AsyncGenerator<BilledAgency[]> {
  return readPages<BilledAgency[]>(
    (before, limit) => query(db, billedSql, toBilledValues(filter, before?.at(-1)?.agencyId ?? 0, limit)),
    countRows,
    most,
  )
}

/** The state of an agency for a product; instants in the form for {@link toWireInstant}. */
export type ActivatedAgency = ActivationRow

/** Which agencies of a product to list, and the software versions that see it. */
export interface ActivationFilter {
  productId: number
  seenBy: VersionsThatSee
  visible?: boolean | undefined
  enabled?: boolean | undefined
  subscribed?: boolean | undefined
  optedIn?: boolean | undefined
}

/** The versions that see a product, for agencies with and without an override; null means every version. */
export interface VersionsThatSee {
  overridden: readonly string[] | null
  other: readonly string[] | null
}

export type ActivatedValues = [
  productId: number,
  after: number,
  limit: number,
  /** Null if a filter drops rows of a list. */
  limitOfList: number | null,
  overriddenVersions: readonly string[] | null,
  otherVersions: readonly string[] | null,
  visible: boolean | null,
  enabled: boolean | null,
  subscribed: boolean | null,
  optedIn: boolean | null,
]

// Without a filter, both lists are cut to a page before they are joined, and agencies are looked up per row, so that a
// page costs the same however long the lists and however many the agencies are.
const toActivatedSql = ({
  overridden,
  other,
  lookUp,
}: Readonly<Record<'overridden' | 'other' | 'lookUp', string>>) =>
  `select agency_id as "agencyId", visible, subscribed, enabled, opted_in as "optedIn", ${utcText('opt_in_at')} as "optInDate",
  opt_in_name as name, opt_in_initials as initials
from (
  select one.*, case when overridden then ${overridden} else ${other} end as visible
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
  ) one ${lookUp}
) found
where ($7::boolean is null or visible = $7) and ($8::boolean is null or enabled = $8)
  and ($9::boolean is null or subscribed = $9) and ($10::boolean is null or opted_in = $10)
order by agency_id limit $3`

const activatedSql = statement<ActivatedValues, ActivatedAgency>(
  'list_activated_agencies',
  toActivatedSql({
    overridden: `$5::text[] is null or coalesce(a.version_display, '') = any($5)`,
    other: `$6::text[] is null or coalesce(a.version_display, '') = any($6)`,
    lookUp:
      'left join lateral (select version_display from agency where agency_id = one.agency_id limit 1) a on true',
  }),
)
/** The same for a product visible to all versions: no agency has to be looked up. */
const activatedByAllSql = statement<ActivatedValues, ActivatedAgency>(
  'list_activated_agencies_of_all_versions',
  toActivatedSql({ overridden: '$5::text[] is null', other: '$6::text[] is null', lookUp: '' }),
)

/** Both statements; `all` looks up no agency. */
export const activatedSqls = { some: activatedSql, all: activatedByAllSql }

const isOfAllVersions = (versions: readonly string[] | null): boolean =>
  versions === null || versions.length === 0

/** Which of the two statements to use. */
export function chooseActivated({
  seenBy: { overridden, other },
}: ActivationFilter): keyof typeof activatedSqls {
  return isOfAllVersions(overridden) && isOfAllVersions(other) ? 'all' : 'some'
}

/** The parameters of both activation statements for the agencies with ids above `after`. */
export function toActivatedValues(
  { productId, seenBy, visible, enabled, subscribed, optedIn }: ActivationFilter,
  after: number,
  limit: number,
): ActivatedValues {
  const wanted = [visible ?? null, enabled ?? null, subscribed ?? null, optedIn ?? null] as const
  const limitOfList = wanted.every((flag) => flag === null) ? limit : null
  return [productId, after, limit, limitOfList, seenBy.overridden, seenBy.other, ...wanted]
}

/** The agencies with a subscription, a status, an opt-in or an override of a product, by agency id. */
export function listActivatedAgencies(
  db: ReadDb,
  { most, ...filter }: ActivationFilter & Bound,
): AsyncGenerator<ActivatedAgency[]> {
  const sql = activatedSqls[chooseActivated(filter)]
  return readPages<ActivatedAgency[]>(
    (before, limit) => query(db, sql, toActivatedValues(filter, before?.at(-1)?.agencyId ?? 0, limit)),
    countRows,
    most,
  )
}

/** A subscription event, and whether billing has processed it. */
export interface ListedEvent {
  event_id: number
  agency_id: number
  agency_name: string
  /** In UTC to the microsecond: where the next page begins. */
  at: string
  event_code: EventCode
  by: string
  processed: boolean
  version: number
}

export type EventValues = [
  productId: number,
  from: Date | string,
  mark: Date | string,
  last: string | number,
  codes: readonly number[],
  limit: number,
  processed: boolean | null,
]
export const eventOrder = 'at desc, event_id desc'

// `at` is restricted separately, because the row comparison alone scans whole years. A second upper bound would make
// PostgreSQL scan from the newest event, so the end of the range serves as the mark of the first page.
export const eventsOfPage = `select event_id, agency_id, at, event_code, by from subscription_event
  where product_id = $1 and at >= $2::timestamptz and at <= $3::timestamptz
    and (at, event_id) < ($3::timestamptz, $4::bigint) and event_code = any($5::smallint[])
    and ($7::boolean is null or $7 = coalesce((
      select processed from billing_record b where b.event_id = subscription_event.event_id), false))
  order by ${eventOrder} limit $6`

const eventsSql = statement<EventValues, ListedEvent>(
  'list_subscription_events',
  `select e.event_id, e.agency_id, coalesce(a.name, '') as agency_name, ${utcText('e.at')} as at, e.event_code, e.by,
  coalesce(b.processed, false) as processed, coalesce(b.version, 0) as version
from (
  ${eventsOfPage}
) e
left join agency a on a.agency_id = e.agency_id
left join billing_record b on b.event_id = e.event_id
order by e.at desc, e.event_id desc`,
)

/** Which events of a product to list. */
export interface EventFilter {
  productId: number
  /** Inclusive. */
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
  codes: readonly EventCode[]
  /** Whether billing has processed them; undefined for both. */
  processed?: boolean | undefined
}

/** Parameters for the events after a given one; undefined begins at the newest. */
export function toEventValues(
  { productId, from, to, codes, processed }: EventFilter,
  last: { at: string; event_id: number } | undefined,
  limit: number,
): EventValues {
  const at = last === undefined ? (to ?? 'infinity') : `${last.at}Z`
  // No event has id 0, so nothing at the end of the range itself is included.
  return [productId, from ?? '-infinity', at, last?.event_id ?? 0, codes, limit, processed ?? null]
}

/** A product's subscription events of these kinds within a range of time, newest first. */
export function listSubscriptionEvents(
  db: ReadDb,
  { most, ...filter }: EventFilter & Bound,
): AsyncGenerator<ListedEvent[]> {
  return readPages<ListedEvent[]>(
    (before, limit) => query(db, eventsSql, toEventValues(filter, before?.at(-1), limit)),
    countRows,
    most,
  )
}
