// @vitest-environment jsdom
import { products } from '@agency-support/contract/modules/products'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { useOwnScreenName } from '../../lib/screen-name.ts'
import { Page } from './created-page.tsx'
import { newProductId } from './new-product.ts'
import { productPaths } from './paths.ts'

afterEach(() => newProductId.setState({ id: null }))

test('without a product the browser tab says what the page says', async () => {
  await answeringCalls({
    GetVendors: done(),
    ListMarketplaceIntegrationProducts: done(),
    ListMarketplaceProducts: done(),
  })
  const { wrapper } = await openPage(productPaths.created)
  render(<Page />, { wrapper })
  const title = await screen.findByRole('heading', { level: 1 })
  expect([title.textContent, useOwnScreenName.getState()]).toEqual(['Whoops!', 'Whoops!'])
})

test('Try again over a list from before the creation is busy until the product is there', async () => {
  const late = lateAnswer()
  let asked = 0
  const server = await answeringCalls({
    GetVendors: done(),
    ListMarketplaceProducts: () => ((asked += 1) === 1 ? 500 : late.answer()),
  })
  const { wrapper } = await openPage(productPaths.created)
  queryClient.setQueryData(callKey(products.list, {}), [], { updatedAt: 0 })
  newProductId.setState({ id: 2 })
  render(<Page />, { wrapper })
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Try again' }).getAttribute('aria-busy')).toBe('true'),
  )
  await act(async () => late.give(done({ id: 2, name: 'Rater' })))
  expect((await screen.findByText('Rater')).parentElement?.textContent).toBe(
    'Rater has been created successfully',
  )
  expect(new Set(server.names())).toEqual(new Set(['GetVendors', 'ListMarketplaceProducts']))
})
