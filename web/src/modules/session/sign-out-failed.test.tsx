// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answeringCalls } from '../../../test/answering-calls.ts'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { useConnectionLoss } from '../../lib/requests/connection.ts'
import { useSignOut } from './session-client.ts'
import { SignOutFailed } from './sign-out-failed.tsx'

afterEach(() => {
  vi.useRealTimers()
  useConnectionLoss.setState(null, true)
  useSignOut.setState('running', true)
})

/** The message about a failed sign-out, at a server that still answers 503. */
async function openFailed() {
  // Only the retry: what waits for the server uses the other timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const server = await answeringCalls({ '/auth/staff/signout': 503 })
  cleanWhenFinished()
  useSignOut.setState('failed', true)
  render(<SignOutFailed />)
  const tries = () => server.inputs('/auth/staff/signout').length
  return {
    tries,
    failedAgain: (times: number) =>
      vi.waitFor(() => expect([tries(), useSignOut.getState()]).toEqual([times, 'failed'])),
    pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
    becomes: (loss: 'server' | null) => act(() => useConnectionLoss.setState(loss, true)),
  }
}

test('a sign-out that failed says that the session is open, and is tried again every ten seconds', async () => {
  const { tries, failedAgain, pass } = await openFailed()
  expect(screen.getByRole('alert').textContent).toBe('You are still signed in.')
  // The server may have answered.
  screen.getByText('Signing you out has failed. It will be tried again as soon as possible.')
  pass(9_999)
  expect(tries()).toBe(0)
  pass(1)
  expect(useSignOut.getState()).toBe('again')
  expect(screen.getByRole('button', { name: 'Try again' }).ariaBusy).toBe('true')
  await failedAgain(1)
  pass(10_000)
  await failedAgain(2)
})

test('it is tried again at once when the connection is back or the button is pressed', async () => {
  const { tries, failedAgain, pass, becomes } = await openFailed()
  becomes('server')
  expect(tries()).toBe(0)
  becomes(null)
  await failedAgain(1)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await failedAgain(2)
  // Each failure waits anew, and nothing else is tried besides.
  pass(10_000)
  await failedAgain(3)
})
