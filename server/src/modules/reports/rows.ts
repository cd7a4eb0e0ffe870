import type { JsonItems } from '@agency-support/contract/answer'
import type { ActivationRow, BillingRow, SubscriptionEvent } from '@agency-support/contract/modules/reports'
import { type ActivationFlag, activationShows, maxReportRows } from '@agency-support/contract/rules/reports'
import { Unpaced } from '../../calls/answer.ts'
import type { ReadDb } from '../../db/open.ts'
import {
  listActivatedAgencies,
  listBilledAgencies,
  listSubscriptionEvents,
  type ReportedProduct,
} from '../marketplace/public.ts'
import { activationView, billingView, eventView } from './view.ts'

/** Pages of the billing report, narrowed down by a text. */
export async function* billingPages(
  db: ReadDb,
  { productId }: ReportedProduct,
  { text }: { text?: string | undefined },
): AsyncGenerator<BillingRow[]> {
  for await (const page of listBilledAgencies(db, productId, text)) yield page.map(billingView)
}

/** Pages of the activation report, narrowed down by its flags. */
export async function* activationPages(
  db: ReadDb,
  product: ReportedProduct,
  filters: Readonly<Partial<Record<ActivationFlag, number | undefined>>>,
): AsyncGenerator<ActivationRow[]> {
  for await (const page of listActivatedAgencies(db, product.productId))
    yield page.map((row) => activationView(product, row)).filter((row) => activationShows(filters, row))
}

/** What narrows subscription events down. */
interface EventFilters {
  from?: string | undefined
  to?: string | undefined
  /** -1 or undefined any, else the code. */
  event?: number | undefined
  /** 0 or undefined any, else 1 for starts and -1 for ends. */
  sign?: number | undefined
}

const eventCodes = [0, 1, 2, 3] as const

/** Pages of the subscription events of a product. */
export async function* eventPages(
  db: ReadDb,
  product: ReportedProduct,
  { from, to, event = -1, sign = 0 }: EventFilters,
): AsyncGenerator<SubscriptionEvent[]> {
  const codes = eventCodes.filter(
    (code) => (event === -1 || code === event) && (sign === 0 || (code % 2 === 0) === (sign === 1)),
  )
  const { productId } = product
  for await (const page of listSubscriptionEvents(db, { productId, from, to, codes }))
    yield page.map((row) => eventView(product, row))
}

/** Rows as an answer passes them on, at most so many; as many as a table shows come without a pause. */
export function toItems(
  pages: AsyncIterable<readonly object[]>,
  most = Number.POSITIVE_INFINITY,
): AsyncIterable<JsonItems> {
  const items = firstItems(pages, most)
  return most <= maxReportRows + 1 ? new Unpaced(items) : items
}

async function* firstItems(pages: AsyncIterable<readonly object[]>, most: number): AsyncGenerator<JsonItems> {
  let left = most
  for await (const page of pages) {
    const rows = page.slice(0, left)
    left -= rows.length
    if (rows.length > 0) yield rows.map((row) => JSON.stringify(row)).join(',')
    if (left === 0) return
  }
}
