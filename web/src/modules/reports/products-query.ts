import { reports } from '@agency-support/contract/modules/reports'
import { getReportProducts } from '../../lib/requests/client-operations/reports.ts'
import { callQuery } from '../../lib/requests/query.ts'

/** The products of the billing and the activation report. */
export const productsQuery = callQuery(reports.products, {}, getReportProducts)
