// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { said } from '../../../test/said.ts'
import { Announcer } from '../messages/announce.tsx'
import { RefreshBar } from './refresh-bar.tsx'
import { useRefresh } from './use-refresh.ts'

const updated = new Date(2026, 10, 20, 15, 4, 5).getTime()
const failed = updated + 30_000

interface BarProps {
  error?: Error | null
  at?: number
  failedAt?: number
}

function Bar({ error = null, at = updated, failedAt = failed }: BarProps) {
  const query = { dataUpdatedAt: at, error, errorUpdatedAt: failedAt }
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
  const failure = () => screen.queryByText(/^Last update failed/)?.textContent
  expect(failure()).toBeUndefined()
  rerender(<Bar error={new Error('An error occurred.')} />)
  expect(failure()).toBe('Last update failed 11/20/2026 3:04:35 pm: An error occurred.')
  expect(screen.getByText(/^Updated/).textContent).toBe('Updated 11/20/2026 3:04:05 pm')
  rerender(<Bar />)
  expect(failure()).toBeUndefined()
})

test('that updates fail is announced once, not at each attempt, and again once one has come between', () => {
  cleanWhenFinished()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const bar = (props: BarProps) => (
    <>
      <Bar {...props} />
      <Announcer />
    </>
  )
  const { rerender } = render(bar({}))
  const show = (props: BarProps) => {
    rerender(bar(props))
    act(() => void vi.advanceTimersByTime(500))
  }
  const error = new Error('An error occurred.')
  const sentence = 'Last update of totals failed: An error occurred.'
  show({ error })
  expect(said()).toEqual([sentence])
  show({ error: new Error('An error occurred.'), failedAt: failed + 30_000 })
  expect(said()).toEqual([sentence])
  show({})
  show({ error })
  expect(said()).toEqual([sentence, sentence])
  // What stands on the screen is no live region: it would be read again whenever a dialog closes.
  expect(screen.queryAllByRole('status')).toEqual([])
})
