// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { productOf } from '../../../test/marketplace-product.ts'
import { hold } from '../../../test/mounted.tsx'
import { openPage } from '../../../test/page.tsx'
import { stubMatchMedia } from '../../../test/without-layout.ts'
import { editProduct, productPaths } from './paths.ts'
import { ProductEditor } from './product-editor.tsx'
import { VendorDialog } from './vendor-dialog.tsx'

// The tabs scroll to the chosen one, and nothing scrolls where nothing is laid out.
Element.prototype.scrollIntoView = () => undefined
beforeEach(stubMatchMedia)

const page = 'https://a.example/'
const product = productOf({
  providerName: 'Harborlight',
  description: 'Rates.',
  marketplaceOptions: {
    ...productOf().marketplaceOptions,
    actionButtonLabel: 'Buy Now',
    actionButtonUrl: page,
    manageButtonLabel: 'Manage',
    manageButtonUrl: page,
  },
})

test.each([
  ['Product Name', () => <ProductEditor product={product} />],
  ['Vendor Name', () => <VendorDialog onClose={() => undefined} />],
])('%s: that it is taken is no longer said once another one is typed', async (label, part) => {
  await answeringCalls({
    GetVendors: done(),
    ListMarketplaceIntegrationProducts: done(),
    CreateMarketplaceVendor: refused(409, 'Already exists.'),
    UpdateMarketplaceProduct: refused(409, 'Already exists.'),
  })
  const { wrapper } = await openPage(`${editProduct(7)}?part=settings`, productPaths.product)
  hold([P.ApplicationManagement])
  render(part(), { wrapper })
  const user = userEvent.setup({ delay: null })
  const field = await screen.findByRole('textbox', { name: label })
  await user.type(field, 'Taken')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Already exists.')
  await user.type(field, 's')
  expect(screen.queryByRole('alert')).toBeNull()
})
