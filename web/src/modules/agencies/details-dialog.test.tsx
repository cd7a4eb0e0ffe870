// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { agency } from '../../../test/agency.ts'
import { openPage } from '../../../test/page.tsx'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { DetailsDialog } from './details-dialog.tsx'

test('Esc closes the details of an agency, and asks first once one is changed', async () => {
  const onClose = vi.fn()
  const { wrapper } = await openPage()
  render(<DetailsDialog agency={agency} onClose={onClose} />, { wrapper })
  const user = userEvent.setup({ delay: null })
  const pool = await screen.findByRole('textbox', { name: 'Pool' })
  await user.type(pool, '4{Escape}')
  await waitFor(() => expect(confirmStore.current()?.title).toBe('Discard changes?'))
  confirmStore.dismiss()
  await user.type(pool, '{Backspace}{Escape}')
  expect([onClose.mock.calls.length, confirmStore.current()]).toEqual([1, null])
})
