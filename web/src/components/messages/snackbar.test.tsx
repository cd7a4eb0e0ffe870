// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { notify } from './notify.ts'
import { Snackbar } from './snackbar.tsx'

/** A message next to a field. */
function showMessage() {
  cleanWhenFinished()
  onTestFinished(notify.clear)
  render(
    <>
      <input aria-label="Name" />
      <Snackbar />
    </>,
  )
  act(() => notify.error('Not saved'))
  return {
    user: userEvent.setup({ delay: null }),
    field: screen.getByRole('textbox', { name: 'Name' }),
    close: () => screen.getByRole('button', { name: 'Close' }),
  }
}

test('closing a message by key returns the focus to where it was', async () => {
  const { user, field, close } = showMessage()
  await user.click(field)
  await user.tab()
  expect(document.activeElement).toBe(close())
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(field)
})

test('closing a message does not focus what had the focus once before', async () => {
  const { user, field, close } = showMessage()
  await user.click(field)
  await user.tab()
  act(() => close().blur())
  await user.click(close())
  expect(screen.queryByText('Not saved')).toBeNull()
  expect(document.activeElement).not.toBe(field)
})

test('the focus goes back although the window had lost it meanwhile', async () => {
  const { user, field, close } = showMessage()
  await user.click(field)
  await user.tab()
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  act(() => close().blur())
  hasFocus.mockReturnValue(true)
  act(() => close().focus())
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(field)
})

test('a message waits in a tab that has been opened out of sight', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  showMessage()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByText('Not saved')).toBeDefined()
  hidden.mockReturnValue(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  act(() => void vi.advanceTimersByTime(6_000))
  expect(screen.queryByText('Not saved')).toBeNull()
})

test('a message waits while its button has the focus, and goes once that has moved on', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { field, close } = showMessage()
  act(() => close().focus())
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByText('Not saved')).toBeDefined()
  act(() => field.focus())
  act(() => void vi.advanceTimersByTime(6_000))
  expect(screen.queryByText('Not saved')).toBeNull()
})
