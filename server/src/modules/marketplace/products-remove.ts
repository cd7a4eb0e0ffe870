import type { products } from '@agency-support/contract/modules/products'
import type { Handler } from '../../calls/context.ts'
import { requireProduct } from './products-save.ts'
import { countSubscribed, markDeleted } from './products-store.ts'
import { recordSync } from './store.ts'

/** Deletes a product without subscriptions; its history stays. */
export const remove: Handler<typeof products.remove> = async ({ productId }, ctx) => {
  const row = await requireProduct(ctx, productId)
  const n = await countSubscribed(ctx.tx, productId)
  if (n > 0) throw ctx.refuse('subscribed', { n })
  // What it counts on the dashboard is what holds now (D-88).
  if (row.vendor_data_sync) await recordSync(ctx.tx, { productId, change: -1, at: ctx.now })
  await markDeleted(ctx.tx, productId, ctx.now)
  await ctx.append({
    event: 'products.deleted',
    subject: row.name,
    before: { name: row.name, providerName: row.provider_name, id: productId },
  })
  return { deleteSuccessful: true }
}
