import type { JsonItems } from '@agency-support/contract/answer'
import type { reports } from '@agency-support/contract/modules/reports'
import type { Handler } from '../../calls/context.ts'
import { findReportedProduct } from '../marketplace/public.ts'
import { activationPages, billingPages, eventPages } from './rows.ts'

/** The agencies that were ever subscribed to a product, streamed. */
export const billing: Handler<typeof reports.billing> = async ({ productId, ...asked }, ctx) => {
  const product = await findReportedProduct(ctx.db, { productId })
  if (product === undefined) throw ctx.refuse('noProduct')
  return toItems(billingPages(ctx.db, product, asked), asked.most)
}

/** The agencies that have a state for a product, streamed. */
export const activation: Handler<typeof reports.activation> = async ({ productId, ...asked }, ctx) => {
  const product = await findReportedProduct(ctx.db, { productId })
  if (product === undefined) throw ctx.refuse('noProduct')
  return toItems(activationPages(ctx.db, product, asked), asked.most)
}

/** The subscription events of a product, streamed. */
export const subscriptionEvents: Handler<typeof reports.subscriptionEvents> = async (
  { productId, keyId, ...asked },
  ctx,
) => {
  const product = await findReportedProduct(ctx.db, { productId, keyId })
  if (product === undefined) throw ctx.refuse('noProduct')
  return toItems(eventPages(ctx.db, product, asked), asked.most)
}

/** A table's rows are read at once, because a person waits; a longer list is streamed. */
async function toItems(
  pages: AsyncIterable<object[]>,
  most: number | undefined,
): Promise<JsonItems | AsyncIterable<JsonItems>> {
  const items = toJsonPages(pages)
  return most === undefined ? items : await joined(items)
}

async function* toJsonPages(pages: AsyncIterable<object[]>): AsyncGenerator<JsonItems> {
  for await (const page of pages) yield JSON.stringify(page).slice(1, -1)
}

async function joined(items: AsyncIterable<JsonItems>): Promise<JsonItems> {
  const pages: JsonItems[] = []
  for await (const page of items) pages.push(page)
  return pages.join()
}
