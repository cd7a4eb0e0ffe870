// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { productOf } from '../../../test/marketplace-product.ts'
import { hold } from '../../../test/mounted.tsx'
import { openPage } from '../../../test/page.tsx'
import { stubMatchMedia } from '../../../test/without-layout.ts'
import { editProduct, productPaths } from './paths.ts'
import { ProductEditor } from './product-editor.tsx'

// The tabs scroll to the chosen one, and nothing scrolls where nothing is laid out.
Element.prototype.scrollIntoView = () => undefined
beforeEach(stubMatchMedia)

test.each([
  ['availability', ['Save', 'Check']],
  ['settings', ['Save']],
  ['data', ['Save', 'Resend', 'Refresh secret key']],
  ['logo', ['Upload']],
])('[TRUTH-25] the buttons of %s follow a right that is taken away', async (part, names) => {
  await answeringCalls({ GetVendors: done(), ListMarketplaceIntegrationProducts: done() })
  const { wrapper } = await openPage(`${editProduct(7)}?part=${part}`, productPaths.product)
  hold([P.ApplicationManagement])
  render(<ProductEditor product={productOf({ id: 7, whyNotResend: '' })} />, { wrapper })
  const description = /^Needs the ApplicationManagement permission\.$/
  const disabled = () =>
    screen.queryAllByRole('button', { description }).map(({ textContent }) => textContent)
  expect(disabled()).toEqual([])
  act(() => hold([]))
  expect(disabled()).toEqual(expect.arrayContaining(['Delete', ...names]))
  expect(screen.getByText('Close').closest('button')?.disabled).toBe(false)
})
