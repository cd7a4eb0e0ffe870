// @vitest-environment jsdom
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { useProductLists } from './use-products.ts'

test('vendors are asked for first, then products, then integration products, even after a failure', async () => {
  const [vendors, list] = [lateAnswer(), lateAnswer()]
  const order = ['GetVendors', 'ListMarketplaceProducts', 'ListMarketplaceIntegrationProducts']
  const server = await answeringCalls({
    GetVendors: vendors.answer,
    ListMarketplaceProducts: list.answer,
    ListMarketplaceIntegrationProducts: done({ id: 1 }),
  })
  const { result } = mountHook(() => useProductLists())
  await waitFor(() => expect(server.names()).toEqual(order.slice(0, 1)))
  vendors.give(500)
  await waitFor(() => expect(server.names()).toEqual(order.slice(0, 2)))
  list.give(done({ id: 7 }))
  await waitFor(() => expect(result.current.items.data).toEqual([{ id: 1 }]))
  expect([server.names(), result.current.list.data, result.current.vendors.isError]).toEqual([
    order,
    [{ id: 7 }],
    true,
  ])
})
