import { reports } from '@agency-support/contract/modules/reports'
import { callQuery } from '../../lib/query.ts'

/** The products of the billing and the activation report. */
export const productsQuery = callQuery(reports.products, {})
