// @vitest-environment jsdom
import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answeringCalls, refused } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { PhoneDialog } from './phone-dialog.tsx'

const agency = { agencyId: 6938, name: 'Smith' } as AgencyConfig
const record = { phones: [], tcrNumber: '', version: 4 }

test('that an order is not found is no longer said once another order is typed', async () => {
  await answeringCalls({ AdminSetAgencyPhoneNumber: refused(422, 'Order not found at Bandwidth.') })
  const { wrapper } = await openPage()
  render(<PhoneDialog agency={agency} record={record} onClose={() => undefined} />, { wrapper })
  const user = userEvent.setup({ delay: null })
  const field = (name: string | RegExp) => screen.findByRole('textbox', { name })
  await user.type(await field('New phone number'), '12065550100')
  await user.type(await field(/Bandwidth Order ID/), '11111111-1111-1111-1111-111111111111')
  await user.type(await field(/to confirm/), '00006938')
  await user.click(screen.getByRole('button', { name: 'Assign' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Order not found at Bandwidth.')
  await user.type(await field(/Bandwidth Order ID/), '2')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Esc closes it untouched', async () => {
  const onClose = vi.fn()
  const { wrapper } = await openPage()
  render(<PhoneDialog agency={agency} record={record} onClose={onClose} />, { wrapper })
  await userEvent.type(await screen.findByRole('textbox', { name: 'New phone number' }), '{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
