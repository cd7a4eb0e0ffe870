import type { ActivationRow, BillingRow, SubscriptionEvent } from '@agency-support/contract/modules/reports'
import { judgeVisibility } from '@agency-support/contract/rules/product-visibility'
import type { ActivationFlag } from '@agency-support/contract/rules/reports'
import type { ReadDb } from '../../db/open.ts'
import { listVersions } from '../agencies/public.ts'
import {
  type ActivationFilter,
  type Bound,
  listActivatedAgencies,
  listBilledAgencies,
  listSubscriptionEvents,
  type ReportedProduct,
} from '../marketplace/public.ts'
import { activationView, billingView, eventView } from './view.ts'

/** Pages of the billing report, filtered by a text. */
export async function* billingPages(
  db: ReadDb,
  { productId }: ReportedProduct,
  filter: { text?: string | undefined } & Bound,
): AsyncGenerator<BillingRow[]> {
  for await (const page of listBilledAgencies(db, { productId, ...filter })) yield page.map(billingView)
}

/** Decodes a filter: 0 any, 1 yes, 2 no. */
function toWanted(filter = 0): boolean | undefined {
  return filter === 0 ? undefined : filter === 1
}

export type ActivationFilters = Readonly<Partial<Record<ActivationFlag, number | undefined>>>

/** The store's filter for the agencies of a product; who sees the product is decided per existing version. */
export async function toActivationFilter(
  db: ReadDb,
  product: ReportedProduct,
  { visible, enabled, subscribed, optedIn }: ActivationFilters,
): Promise<ActivationFilter> {
  const versions = product.minimumVersion === '' ? null : await listVersions(db)
  const seenBy = (agency: { isOverridden: boolean }): readonly string[] | null => {
    const sees = (version: string): boolean =>
      !product.isDeleted && judgeVisibility(product, { ...agency, version }).visible
    return versions === null ? (sees('') ? null : []) : ['', ...versions].filter(sees)
  }
  return {
    productId: product.productId,
    seenBy: { overridden: seenBy({ isOverridden: true }), other: seenBy({ isOverridden: false }) },
    visible: toWanted(visible),
    enabled: toWanted(enabled),
    subscribed: toWanted(subscribed),
    optedIn: toWanted(optedIn),
  }
}

/** Pages of the activation report, filtered by its flags. */
export async function* activationPages(
  db: ReadDb,
  product: ReportedProduct,
  { most, ...filters }: ActivationFilters & Bound,
): AsyncGenerator<ActivationRow[]> {
  const filter = await toActivationFilter(db, product, filters)
  for await (const page of listActivatedAgencies(db, { ...filter, most })) yield page.map(activationView)
}

/** The filters of subscription events. */
export interface EventFilters {
  from?: string | undefined
  to?: string | undefined
  /** -1 or undefined for any, otherwise the code. */
  event?: number | undefined
  /** 0 or undefined for any, 1 for starts, -1 for ends. */
  sign?: number | undefined
  /** 0 or undefined for any, 1 for those processed by billing, 2 for the others. */
  processed?: number | undefined
}

const eventCodes = [0, 1, 2, 3] as const

/** The store's filter for the events of a product. */
export function toEventFilter(
  { productId }: ReportedProduct,
  { from, to, event = -1, sign = 0, processed }: EventFilters,
) {
  const codes = eventCodes.filter(
    (code) => (event === -1 || code === event) && (sign === 0 || (code % 2 === 0) === (sign === 1)),
  )
  return { productId, from: toDate(from), to: toDate(to), codes, processed: toWanted(processed) }
}

/** As text, PostgreSQL would refuse the year 0. */
function toDate(instant: string | undefined): Date | undefined {
  return instant === undefined ? undefined : new Date(instant)
}

/** Pages of the subscription events of a product. */
export async function* eventPages(
  db: ReadDb,
  product: ReportedProduct,
  { most, ...filters }: EventFilters & Bound,
): AsyncGenerator<SubscriptionEvent[]> {
  for await (const page of listSubscriptionEvents(db, { ...toEventFilter(product, filters), most }))
    yield page.map((row) => eventView(product, row))
}
