import type { products } from '@agency-support/contract/modules/products'
import { judgeVisibility } from '@agency-support/contract/rules/product-visibility'
import type { Handler } from '../../calls/context.ts'
import { readAgencyNames, readVersionDisplay } from '../agencies/public.ts'
import { findProduct } from './products-store.ts'
import { productView } from './products-view.ts'

/** One product, with everything its editor needs. */
export const product: Handler<typeof products.product> = async ({ productId }, ctx) => {
  const row = await findProduct(ctx.db, productId)
  if (row === undefined) throw ctx.refuse('notFound')
  return productView(row, ctx.services)
}

/** Whether an agency sees a product, by the shared rule. */
export const visibility: Handler<typeof products.visibility> = async ({ productId, agencyId }, ctx) => {
  const row = await findProduct(ctx.db, productId)
  if (row === undefined) throw ctx.refuse('notFound')
  const version = await readVersionDisplay(ctx.db, agencyId)
  if (version === undefined) throw ctx.refuse('noAgency')
  return judgeVisibility(
    { enabled: row.enabled, minimumVersion: row.minimum_version },
    { isOverridden: row.overrides.includes(agencyId), version },
  )
}

/** The names of agencies; unknown ones are left out. */
export const overrideAgencies: Handler<typeof products.overrideAgencies> = ({ agencyIds }, ctx) =>
  readAgencyNames(ctx.db, agencyIds)
