import type { marketplace } from '@agency-support/contract/modules/marketplace'
import type { Handler } from '../../calls/context.ts'
import { readVersionDisplay } from '../agencies/public.ts'
import { listAgencyProducts } from '../marketplace/public.ts'
import { productView } from './view.ts'

/** Every product of the marketplace, with its state at the agency. */
export const products: Handler<typeof marketplace.products> = async ({ agencyId }, ctx) => {
  const [version, rows] = await Promise.all([
    readVersionDisplay(ctx.db, agencyId),
    listAgencyProducts(ctx.db, agencyId),
  ])
  return rows.map((row) => productView(row, version ?? ''))
}
