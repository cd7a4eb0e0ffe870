// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { RefreshBar } from './refresh-bar.tsx'
import { useRefresh } from './use-refresh.ts'

const updated = new Date(2026, 10, 20, 15, 4, 5).getTime()
const failed = updated + 30_000

function Bar({ error = null, at = updated }: { error?: Error | null; at?: number }) {
  const query = { dataUpdatedAt: at, error, errorUpdatedAt: failed }
  return <RefreshBar what="totals" query={query} refresh={useRefresh()} />
}

test('what is paused is resumed by the same button, which keeps the focus', async () => {
  cleanWhenFinished()
  render(<Bar />)
  const button = screen.getByRole('button', { name: 'Pause loading totals' })
  for (const name of ['Resume loading totals', 'Pause loading totals']) {
    await userEvent.click(button)
    expect(screen.getByRole('button', { name })).toBe(document.activeElement)
  }
})

test('a failed update says when it failed and why, beside when the last one came; the first has nothing to say', () => {
  cleanWhenFinished()
  const { rerender } = render(<Bar error={new Error('An error occurred.')} at={0} />)
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  rerender(<Bar error={new Error('An error occurred.')} />)
  expect(status.textContent).toBe('Last update failed 11/20/2026 3:04:35 pm: An error occurred.')
  expect(screen.getByText(/^Updated/).textContent).toBe('Updated 11/20/2026 3:04:05 pm')
  rerender(<Bar />)
  expect(status.textContent).toBe('')
})
