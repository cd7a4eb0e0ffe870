import type { reports } from '@agency-support/contract/modules/reports'
import { compareText } from '@agency-support/contract/rules/text-order'
import type { Handler } from '../../calls/context.ts'
import { listReportedProducts } from '../marketplace/public.ts'
import { productView } from './view.ts'

/** The products of reports from A to Z; both calls give the same answer. */
export const products: Handler<typeof reports.products> = async (_input, { db }) => {
  const found = await listReportedProducts(db)
  return found.map(productView).sort((one, other) => compareText(one.name, other.name))
}
