import type { QueryKey } from '@tanstack/react-query'
import { reports } from '@agency-support/contract/modules/reports'
import { getReportProducts } from '../../lib/requests/client-operations/reports.ts'
import { callQuery } from '../../lib/requests/query.ts'

/** The query as one of the module `products`, so that a change of a product reads it again. */
const ofProducts = <Query extends { queryKey: QueryKey }>(query: Query) => ({
  ...query,
  queryKey: ['products', ...query.queryKey] as const,
})

/** The products of the billing and the activation report. */
export const productsQuery = ofProducts(callQuery(reports.products, {}, getReportProducts))

/** Those of the subscription event report. */
export const subscriptionProductsQuery = ofProducts(callQuery(reports.subscriptionProducts, {}))
