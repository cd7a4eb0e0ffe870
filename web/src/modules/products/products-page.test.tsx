// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { productPaths } from './paths.ts'
import { Page } from './products-page.tsx'

const rater = { id: 2, vendorName: 'Acme', name: 'Rater', providerName: 'Acme', enabled: true }

async function openProducts(rows: readonly object[]) {
  stubResizeObserver()
  const server = await answeringCalls({
    GetVendors: { code: 7, message: 'No vendors today.', data: [] },
    ListMarketplaceProducts: done(...rows),
    ListMarketplaceIntegrationProducts: done(),
  })
  const { wrapper } = await openPage(productPaths.list)
  render(<Page />, { wrapper })
  await expect.poll(server.names).toContain('ListMarketplaceIntegrationProducts')
}

test('[PRODUCTS-08] why the vendors could not be read stands in the empty table', async () => {
  await openProducts([])
  expect(await screen.findByText('No vendors today.')).toBeDefined()
})

test('products that were read are not called out of date because the vendors could not be', async () => {
  await openProducts([rater])
  expect(await screen.findByText('Rater')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})
