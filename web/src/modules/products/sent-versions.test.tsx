// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { productOf } from '../../../test/marketplace-product.ts'
import { hold } from '../../../test/mounted.tsx'
import { openPage } from '../../../test/page.tsx'
import { stubMatchMedia } from '../../../test/without-layout.ts'
import { notify } from '../../components/messages/notify.ts'
import { editProduct, productPaths } from './paths.ts'
import { ProductEditor } from './product-editor.tsx'

// The tabs scroll to the chosen one, and nothing scrolls where nothing is laid out.
Element.prototype.scrollIntoView = () => undefined
beforeEach(stubMatchMedia)

afterEach(() => notify.clear())

const page = 'https://a.example/'
const { marketplaceOptions } = productOf()
const product = productOf({
  name: 'Rater',
  providerName: 'Harborlight',
  description: 'Rates.',
  vendorName: 'Acme',
  version: 6,
  marketplaceOptions: {
    ...marketplaceOptions,
    actionButtonLabel: 'Buy Now',
    actionButtonUrl: page,
    manageButtonLabel: 'Manage',
    manageButtonUrl: page,
  },
})

test.each([
  ['availability', 'Enabled', 'SaveMarketplaceProductAvailability', { productId: 7, enabled: true }],
  ['settings', 'Email Notifications', 'UpdateMarketplaceProduct', { id: 7, name: 'Rater' }],
  ['data', 'Data Sharing Opt In', 'SetMarketplaceDataSharing', { productId: 7, dataSharingOptIn: true }],
] as const)(
  '[MKT-36] the form %s is sent with the version that was read: %s, by %s',
  async (part, field, command, sent) => {
    const server = await answeringCalls({
      GetVendors: done({ id: 1, name: 'Acme' }),
      ListMarketplaceIntegrationProducts: done(),
      [command]: done({ ...product, version: 7 }),
    })
    const { wrapper } = await openPage(`${editProduct(7)}?part=${part}`, productPaths.product)
    hold([P.ApplicationManagement])
    render(<ProductEditor product={product} />, { wrapper })
    const user = userEvent.setup({ delay: null })
    await user.click(screen.getByLabelText(field))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(notify.current()?.text).toBe('Product saved'))
    const [input] = server.inputs(command)
    expect(command === 'UpdateMarketplaceProduct' ? input?.['product'] : input).toMatchObject({
      ...sent,
      version: 6,
    })
  },
)

test.each([
  ['availability', 'Enabled', 'Disabled', 'SaveMarketplaceProductAvailability'],
  ['data', 'Data Sharing Opt In', 'Data Sharing Opt In', 'SetMarketplaceDataSharing'],
] as const)('the refusal of %s goes with the next edit', async (part, first, next, command) => {
  await answeringCalls({ [command]: refused(409, 'Not now.') })
  const { wrapper } = await openPage(`${editProduct(7)}?part=${part}`, productPaths.product)
  hold([P.ApplicationManagement])
  render(<ProductEditor product={product} />, { wrapper })
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByLabelText(first))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Not now.')
  await user.click(screen.getByLabelText(next))
  expect(screen.queryByRole('alert')).toBeNull()
})
