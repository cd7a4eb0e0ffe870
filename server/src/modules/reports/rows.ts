import type { ActivationRow, BillingRow, SubscriptionEvent } from '@agency-support/contract/modules/reports'
import { judgeVisibility } from '@agency-support/contract/rules/product-visibility'
import type { ActivationFlag } from '@agency-support/contract/rules/reports'
import type { ReadDb } from '../../db/open.ts'
import { listVersions } from '../agencies/public.ts'
import {
  type AskedAgencies,
  listActivatedAgencies,
  listBilledAgencies,
  listSubscriptionEvents,
  type ReportedProduct,
} from '../marketplace/public.ts'
import { activationView, billingView, eventView } from './view.ts'

/** The rows of a report that are asked for; all of them unless it says how many. */
export interface Bound {
  most?: number | undefined
}

/** Pages of the billing report, narrowed down by a text. */
export async function* billingPages(
  db: ReadDb,
  { productId }: ReportedProduct,
  asked: { text?: string | undefined } & Bound,
): AsyncGenerator<BillingRow[]> {
  for await (const page of listBilledAgencies(db, { productId, ...asked })) yield page.map(billingView)
}

/** A filter of 0 asks for any, 1 for yes, 2 for no. */
function toWanted(filter = 0): boolean | undefined {
  return filter === 0 ? undefined : filter === 1
}

export type ActivationFilters = Readonly<Partial<Record<ActivationFlag, number | undefined>>>

/** What the filters ask the agencies of a product for; who sees the product is judged for each version that there is. */
export async function toAskedAgencies(
  db: ReadDb,
  product: ReportedProduct,
  { visible, enabled, subscribed, optedIn }: ActivationFilters,
): Promise<AskedAgencies> {
  const versions = product.minimumVersion === '' ? null : await listVersions(db)
  const seenBy = (isOverridden: boolean): readonly string[] | null => {
    const sees = (version: string): boolean => judgeVisibility(product, { isOverridden, version }).visible
    return versions === null ? (sees('') ? null : []) : ['', ...versions].filter(sees)
  }
  return {
    productId: product.productId,
    seenBy: { overridden: seenBy(true), other: seenBy(false) },
    visible: toWanted(visible),
    enabled: toWanted(enabled),
    subscribed: toWanted(subscribed),
    optedIn: toWanted(optedIn),
  }
}

/** Pages of the activation report, narrowed down by its flags. */
export async function* activationPages(
  db: ReadDb,
  product: ReportedProduct,
  { most, ...filters }: ActivationFilters & Bound,
): AsyncGenerator<ActivationRow[]> {
  const asked = await toAskedAgencies(db, product, filters)
  for await (const page of listActivatedAgencies(db, { ...asked, most })) yield page.map(activationView)
}

/** What narrows subscription events down. */
export interface EventFilters {
  from?: string | undefined
  to?: string | undefined
  /** -1 or undefined any, else the code. */
  event?: number | undefined
  /** 0 or undefined any, else 1 for starts and -1 for ends. */
  sign?: number | undefined
  /** 0 or undefined any, 1 those billing has dealt with, 2 the others. */
  processed?: number | undefined
}

const eventCodes = [0, 1, 2, 3] as const

/** What the filters ask the events of a product for. */
export function toAskedEvents(
  { productId }: ReportedProduct,
  { from, to, event = -1, sign = 0, processed }: EventFilters,
) {
  const codes = eventCodes.filter(
    (code) => (event === -1 || code === event) && (sign === 0 || (code % 2 === 0) === (sign === 1)),
  )
  return { productId, from, to, codes, processed: toWanted(processed) }
}

/** Pages of the subscription events of a product. */
export async function* eventPages(
  db: ReadDb,
  product: ReportedProduct,
  { most, ...filters }: EventFilters & Bound,
): AsyncGenerator<SubscriptionEvent[]> {
  for await (const page of listSubscriptionEvents(db, { ...toAskedEvents(product, filters), most }))
    yield page.map((row) => eventView(product, row))
}
