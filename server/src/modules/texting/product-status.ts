import type { texting } from '@agency-support/contract/modules/texting'
import { textingKey } from '@agency-support/contract/rules/texting'
import type { Handler } from '../../calls/context.ts'
import { readAgencyProduct, setProductStatus as saveProductStatus } from '../marketplace/public.ts'
import { lockTexting } from './store.ts'

/** Whether an agency has a product enabled. */
export const productStatus: Handler<typeof texting.productStatus> = async ({ agencyId, productKey }, ctx) => {
  const product = await readAgencyProduct(ctx.db, productKey, agencyId)
  if (product === null) throw ctx.refuse('noProduct')
  return { productKey, status: product.status }
}

/** Enables or disables a product of an agency; an equal status changes nothing. */
export const setProductStatus: Handler<typeof texting.setProductStatus> = async (input, ctx) => {
  const { agencyId, productKey, status } = input
  if (productKey === textingKey && status === 0) {
    // Locked, so that neither number can be removed while texting is being enabled.
    const row = await lockTexting(ctx.tx, agencyId)
    if (row?.phones[0] === undefined || row.tcr_number === null) throw ctx.refuse('incomplete')
  }
  const by = ctx.session.username
  const before = await saveProductStatus(ctx.tx, { agencyId, productKey, status, by, at: ctx.now })
  if (before === undefined) throw ctx.refuse('noProduct')
  if (before.status !== status)
    await ctx.append({
      event: 'texting.productStatusChanged',
      agencyId,
      before: { productKey, status: before.status },
      after: { productKey, status },
    })
  return { productKey, status }
}
