// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../test/answering-calls.ts'
import { productOf } from '../../../test/marketplace-product.ts'
import { hold } from '../../../test/mounted.tsx'
import { openPage } from '../../../test/page.tsx'
import { stubMatchMedia } from '../../../test/without-layout.ts'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { notify } from '../../components/messages/notify.ts'
import { onUnshownFailure } from '../../lib/requests/unshown-failure.ts'
import { productMessages } from './messages.ts'
import { NewProduct } from './new-editor.tsx'
import { newProductId } from './new-product.ts'
import { editProduct, productPaths } from './paths.ts'
import { ProductEditor } from './product-editor.tsx'

// The tabs scroll to the chosen one, and nothing scrolls where nothing is laid out.
Element.prototype.scrollIntoView = () => undefined
beforeEach(stubMatchMedia)

afterEach(() => {
  notify.clear()
  newProductId.setState({ id: null })
})

const vendor = { id: 3, name: 'Harborlight' }

/** A screen of this product whose writes are answered later. */
async function open(id: number, screenOf: ReactElement, query = '') {
  const late = lateAnswer()
  const server = await answeringCalls({
    GetVendors: done(vendor),
    ListMarketplaceIntegrationProducts: done(),
    ListMarketplaceProducts: done(),
    CreateMarketplaceProduct: late.answer,
    DeleteMarketplaceProduct: late.answer,
    RefreshMarketplaceProductApiSecretKey: late.answer,
    SaveMarketplaceProductAvailability: late.answer,
  })
  const { wrapper, router } = await openPage(`${editProduct(id)}${query}`, productPaths.product)
  hold([P.ApplicationManagement])
  const navigate = vi.spyOn(router, 'navigate').mockResolvedValue()
  return { ...render(screenOf, { wrapper }), server, navigate, late }
}

const type = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

async function fillAndSave() {
  await screen.findByRole('option', { name: vendor.name })
  type('Product Name', 'Rater')
  type('Provider Name', 'Harborlight')
  type('Description', 'Rates.')
  type('Vendor', '3')
  type('Category', '999')
  type('Action Button URL', 'https://a.example/buy')
  type('Manage Button URL', 'https://a.example/manage')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
}

test.each([false, true])(
  'a created product opens its page only where its form still is: left %s',
  async (isLeft) => {
    const { server, navigate, late, unmount } = await open(-1, <NewProduct />)
    await fillAndSave()
    await waitFor(() => expect(server.names()).toContain('CreateMarketplaceProduct'))
    if (isLeft) unmount()
    await act(async () => late.give(done(productOf({ id: 9, name: 'Rater' }))))
    if (isLeft)
      await waitFor(() => expect(notify.current()?.text).toBe('Rater has been created successfully'))
    else await waitFor(() => expect(navigate).toHaveBeenCalledOnce())
    expect(navigate).toHaveBeenCalledTimes(isLeft ? 0 : 1)
  },
)

test.each([false, true])(
  'a deleted product leads to the list only from its own editor: left %s',
  async (isLeft) => {
    const { server, navigate, late, unmount } = await open(
      7,
      <ProductEditor product={productOf({ name: 'Rater' })} />,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await act(async () => confirmStore.current()?.answer(true))
    await waitFor(() => expect(server.names()).toContain('DeleteMarketplaceProduct'))
    if (isLeft) unmount()
    await act(async () => late.give(done()))
    await waitFor(() => expect(notify.current()?.text).toBe('Product deleted'))
    expect(navigate).toHaveBeenCalledTimes(isLeft ? 0 : 1)
  },
)

test.each([false, true])('a new secret key is shown, or that nobody has seen it: left %s', async (isLeft) => {
  const product = productOf({ name: 'Rater' })
  const { server, late, unmount } = await open(7, <ProductEditor product={product} />, '?part=data')
  fireEvent.click(screen.getByRole('button', { name: 'Refresh secret key' }))
  await act(async () => confirmStore.current()?.answer(true))
  await waitFor(() => expect(server.names()).toContain('RefreshMarketplaceProductApiSecretKey'))
  if (isLeft) unmount()
  await act(async () => late.give(done({ secretKey: 'sk_secret' })))
  if (isLeft) await waitFor(() => expect(notify.current()?.text).toBe(productMessages.unseenSecret('Rater')))
  else expect(await screen.findByText('sk_secret')).toBeDefined()
})

test('a new secret key is shown although another tab of the editor has been opened meanwhile', async () => {
  const { server, late, navigate } = await open(
    7,
    <ProductEditor product={productOf({ name: 'Rater' })} />,
    '?part=data',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Refresh secret key' }))
  await act(async () => confirmStore.current()?.answer(true))
  await waitFor(() => expect(server.names()).toContain('RefreshMarketplaceProductApiSecretKey'))
  navigate.mockRestore()
  fireEvent.click(screen.getByRole('tab', { name: 'Settings' }))
  await screen.findByLabelText('Product Name')
  await act(async () => late.give(done({ secretKey: 'sk_secret' })))
  expect(await screen.findByText('sk_secret')).toBeDefined()
})

/** What is reported as failed with its form out of sight. */
function hearUnshownFailures() {
  const reported = vi.fn<(sentence: string) => void>()
  onUnshownFailure(reported)
  onTestFinished(() => onUnshownFailure(() => undefined))
  return () => reported.mock.calls.flat()
}

test.each([
  [500, [productMessages.wentWrong]],
  [403, []],
])(
  'a secret key is not refreshed while another tab is shown: the %s is said, unless its own screen opens',
  async (status, said) => {
    const reported = hearUnshownFailures()
    const { server, late, navigate } = await open(7, <ProductEditor product={productOf()} />, '?part=data')
    fireEvent.click(screen.getByRole('button', { name: 'Refresh secret key' }))
    await act(async () => confirmStore.current()?.answer(true))
    await waitFor(() => expect(server.names()).toContain('RefreshMarketplaceProductApiSecretKey'))
    navigate.mockRestore()
    fireEvent.click(screen.getByRole('tab', { name: 'Settings' }))
    await screen.findByLabelText('Product Name')
    await act(async () => late.give(status))
    // The answer comes while the other tab is shown.
    await waitFor(() => expect(reported()).toEqual(said))
    fireEvent.click(screen.getByRole('tab', { name: 'Data' }))
    expect(await screen.findByRole('alert')).toBeDefined()
    expect(reported()).toEqual(said)
  },
)

test.each([false, true])('a form that fails says so once: with another tab shown %s', async (isLeft) => {
  const reported = hearUnshownFailures()
  const { server, late, navigate } = await open(7, <ProductEditor product={productOf()} />)
  type('Minimum CMS Version', '9.1')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.names()).toContain('SaveMarketplaceProductAvailability'))
  navigate.mockRestore()
  if (isLeft) {
    fireEvent.click(screen.getByRole('tab', { name: 'Settings' }))
    await screen.findByLabelText('Product Name')
  }
  await act(async () => late.give(500))
  if (isLeft) await waitFor(() => expect(reported()).toEqual([productMessages.wentWrong]))
  else {
    expect((await screen.findByRole('alert')).textContent).toContain(productMessages.wentWrong)
    expect(reported()).toEqual([])
  }
})
