import type { reports } from '@agency-support/contract/modules/reports'
import type { Handler } from '../../calls/context.ts'
import { findReportedProduct } from '../marketplace/public.ts'
import { activationPages, billingPages, eventPages, toItems } from './rows.ts'

/** Who was ever subscribed to a product, passed on as it is read. */
export const billing: Handler<typeof reports.billing> = async ({ productId, most, text }, ctx) => {
  const product = await findReportedProduct(ctx.db, { productId })
  if (product === undefined) throw ctx.refuse('noProduct')
  return toItems(billingPages(ctx.db, product, { text }), most)
}

/** Who has to do with a product, passed on as it is read. */
export const activation: Handler<typeof reports.activation> = async (
  { productId, most, ...filters },
  ctx,
) => {
  const product = await findReportedProduct(ctx.db, { productId })
  if (product === undefined) throw ctx.refuse('noProduct')
  return toItems(activationPages(ctx.db, product, filters), most)
}

/** What happened to the subscriptions of a product, passed on as it is read. */
export const subscriptionEvents: Handler<typeof reports.subscriptionEvents> = async (
  { productId, keyId, most, ...filters },
  ctx,
) => {
  const product = await findReportedProduct(ctx.db, { productId, keyId })
  if (product === undefined) throw ctx.refuse('noProduct')
  return toItems(eventPages(ctx.db, product, filters), most)
}
