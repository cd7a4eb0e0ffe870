import type { JsonItems } from '@agency-support/contract/answer'
import type { reports } from '@agency-support/contract/modules/reports'
import { maxReportRows } from '@agency-support/contract/rules/reports'
import { Unpaced } from '../../calls/answer.ts'
import type { Handler } from '../../calls/context.ts'
import {
  findReportedProduct,
  listActivatedItems,
  listBilledItems,
  listSubscriptionItems,
} from '../marketplace/public.ts'
import { toAskedAgencies, toAskedEvents } from './rows.ts'
import { activationFields, billingFields, eventFields } from './view.ts'

/** Who was ever subscribed to a product, passed on as it is read. */
export const billing: Handler<typeof reports.billing> = async ({ productId, most, text }, ctx) => {
  const product = await findReportedProduct(ctx.db, { productId })
  if (product === undefined) throw ctx.refuse('noProduct')
  return toItems(listBilledItems(ctx.db, { productId, text, most }, billingFields), most)
}

/** Who has to do with a product, passed on as it is read. */
export const activation: Handler<typeof reports.activation> = async (
  { productId, most, ...filters },
  ctx,
) => {
  const product = await findReportedProduct(ctx.db, { productId })
  if (product === undefined) throw ctx.refuse('noProduct')
  const asked = await toAskedAgencies(ctx.db, product, filters)
  return toItems(listActivatedItems(ctx.db, { ...asked, most }, activationFields), most)
}

/** What happened to the subscriptions of a product, passed on as it is read. */
export const subscriptionEvents: Handler<typeof reports.subscriptionEvents> = async (
  { productId, keyId, most, ...filters },
  ctx,
) => {
  const product = await findReportedProduct(ctx.db, { productId, keyId })
  if (product === undefined) throw ctx.refuse('noProduct')
  const asked = { ...toAskedEvents(product, filters), most }
  return toItems(listSubscriptionItems(ctx.db, asked, eventFields(product)), most)
}

/** As many rows as a table shows come without a pause. */
function toItems(items: AsyncIterable<JsonItems>, most: number | undefined): AsyncIterable<JsonItems> {
  return most === undefined || most > maxReportRows + 1 ? items : new Unpaced(items)
}
