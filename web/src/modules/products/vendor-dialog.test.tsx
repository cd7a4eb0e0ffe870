// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answeringCalls } from '../../../test/answering-calls.ts'
import { hold } from '../../../test/mounted.tsx'
import { openPage } from '../../../test/page.tsx'
import { VendorDialog } from './vendor-dialog.tsx'

test('[MKT-18] a vendor whose city is too long is not sent, and the field says how long it may be', async () => {
  const server = await answeringCalls({})
  const { wrapper } = await openPage()
  hold([P.ApplicationManagement])
  render(<VendorDialog onClose={() => undefined} />, { wrapper })
  const user = userEvent.setup({ delay: null })
  await user.type(await screen.findByRole('textbox', { name: 'Vendor Name' }), 'Acme')
  const city = screen.getByRole('textbox', { name: 'City' })
  await user.click(city)
  await user.paste('x'.repeat(61))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(city.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('City must be at most 60 characters.')).toBeTruthy()
  expect(server.names()).toEqual([])
})
