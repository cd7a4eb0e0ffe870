// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
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

test.each([
  ['Product Name', () => <ProductEditor product={productOf()} />],
  ['Action Button URL', () => <ProductEditor product={productOf()} />],
  ['Vendor Email', () => <VendorDialog onClose={() => undefined} />],
])('%s: what is pasted with invisible characters arrives without them', async (label, part) => {
  await answeringCalls({ GetVendors: done(), ListMarketplaceIntegrationProducts: done() })
  const { wrapper } = await openPage(`${editProduct(7)}?part=settings`, productPaths.product)
  hold([P.ApplicationManagement])
  render(part(), { wrapper })
  const user = userEvent.setup({ delay: null })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: label })
  await user.tripleClick(field)
  await user.paste('\u200bann@lee.example\ufeff')
  expect(field.value).toBe('ann@lee.example')
})
