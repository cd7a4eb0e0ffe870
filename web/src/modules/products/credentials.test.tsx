// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { productOf } from '../../../test/marketplace-product.ts'
import { hold } from '../../../test/mounted.tsx'
import { openPage } from '../../../test/page.tsx'
import { stubMatchMedia } from '../../../test/without-layout.ts'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { editProduct, productPaths } from './paths.ts'
import { ProductEditor } from './product-editor.tsx'

// The tabs scroll to the chosen one, and nothing scrolls where nothing is laid out.
Element.prototype.scrollIntoView = () => undefined
beforeEach(stubMatchMedia)

test('what failed last is what is said: the failure of a refresh does not outlive a resend', async () => {
  const answers = [refused(503, 'SendGrid is away.'), done()]
  await answeringCalls({
    RefreshMarketplaceProductApiSecretKey: refused(409, 'Not refreshed.'),
    ResendApiCredentials: () => answers.shift() ?? 500,
  })
  const { wrapper } = await openPage(`${editProduct(7)}?part=data`, productPaths.product)
  hold([P.ApplicationManagement])
  render(<ProductEditor product={productOf({ id: 7, name: 'Rater', whyNotResend: '' })} />, { wrapper })
  const user = userEvent.setup({ delay: null })
  const said = () => screen.queryByRole('alert')?.textContent
  await user.click(screen.getByRole('button', { name: 'Refresh secret key' }))
  await act(async () => confirmStore.current()?.answer(true))
  await waitFor(() => expect(said()).toBe('Not refreshed.'))
  await user.click(screen.getByRole('button', { name: 'Resend' }))
  await waitFor(() => expect(said()).toBe('SendGrid is away.'))
  await user.click(screen.getByRole('button', { name: 'Resend' }))
  await waitFor(() => expect(said()).toBeUndefined())
})
