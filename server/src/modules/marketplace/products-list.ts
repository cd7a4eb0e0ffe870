import type { products } from '@agency-support/contract/modules/products'
import type { Handler } from '../../calls/context.ts'
import { listProducts } from './products-store.ts'
import { listedView } from './products-view.ts'

/** The marketplace products. */
export const list: Handler<typeof products.list> = async (_input, ctx) =>
  (await listProducts(ctx.db)).map(listedView)
