import { reports } from '@agency-support/contract/modules/reports'
import { expect, test } from 'vitest'
import { concerns } from '../../lib/live/live.ts'
import { callKey } from '../../lib/requests/query.ts'
import { productsQuery, subscriptionProductsQuery } from './products-query.ts'

test.each(['products.created', 'products.settingsSaved', 'products.deleted'])(
  '%s has the lists of products read again, but no rows of a report',
  (event) => {
    const hint = { module: 'products', agencyId: null, event }
    expect(concerns(hint, productsQuery.queryKey)).toBe(true)
    expect(concerns(hint, subscriptionProductsQuery.queryKey)).toBe(true)
    expect(concerns(hint, callKey(reports.billing, { productId: 3 }))).toBe(false)
  },
)
