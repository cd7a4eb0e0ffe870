// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { SecretDialog } from './secret-dialog.tsx'

test('a secret is closed by its Close alone; the focus is on Copy, which loses nothing', async () => {
  const onClose = vi.fn()
  const { wrapper } = await openPage()
  const shown = { title: 'New password', secret: 'Kx7#mQ2!', what: 'the password', onClose }
  render(<SecretDialog {...shown}>It is shown this once.</SecretDialog>, { wrapper })
  const copy = await screen.findByRole('button', { name: 'Copy the password' })
  await waitFor(() => expect(document.activeElement).toBe(copy))
  const user = userEvent.setup({ delay: null })
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }))
  await user.click(document.querySelector('[role="presentation"]') ?? document.body)
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole('code').textContent).toBe('Kx7#mQ2!')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
})
