// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { learnServerTime } from '../lib/requests/server-time.ts'
import { TooltipHost } from './tooltip-host.tsx'

/** A screen with or without a control that has a tooltip. */
function Parts({ hasControl }: { hasControl: boolean }) {
  return (
    <main>
      <h1>Users</h1>
      {hasControl && (
        <button type="button" data-tip="Not yet collected">
          Undo
        </button>
      )}
      <TooltipHost />
    </main>
  )
}

test('how long ago something was is told by the clock of the server', async () => {
  cleanWhenFinished()
  const hour = 3_600_000
  onTestFinished(() => learnServerTime(new Date().toUTCString()))
  learnServerTime(new Date(Date.now() + 5 * hour).toUTCString())
  const at = new Date(Date.now() + 2.5 * hour).toISOString()
  render(
    <main>
      <time dateTime={at} data-instant={at}>
        Counted
      </time>
      <TooltipHost />
    </main>,
  )
  await userEvent.setup({ delay: null }).hover(screen.getByText('Counted'))
  expect((await screen.findByRole('tooltip')).textContent).toMatch(/ · 2 hours ago$/)
})

test('a tooltip goes with its control', async () => {
  cleanWhenFinished()
  const user = userEvent.setup({ delay: null })
  const { rerender } = render(<Parts hasControl />)
  await user.hover(screen.getByRole('button', { name: 'Undo' }))
  expect((await screen.findByRole('tooltip')).textContent).toBe('Not yet collected')
  rerender(<Parts hasControl={false} />)
  // What is now under the pointer.
  await user.hover(screen.getByRole('heading', { name: 'Users' }))
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
})

test.each<[string, (user: ReturnType<typeof userEvent.setup>) => unknown]>([
  ['Escape', (user) => user.keyboard('{Escape}')],
  ['the page scrolls under it', () => fireEvent.scroll(document)],
])('a tooltip goes when: %s', async (_when, happens) => {
  cleanWhenFinished()
  const user = userEvent.setup({ delay: null })
  render(<Parts hasControl />)
  await user.hover(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('tooltip')
  await happens(user)
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
})

test('a tooltip in a dialog is part of the dialog, outside of which nothing is read', async () => {
  cleanWhenFinished()
  render(
    <main>
      <div role="dialog" aria-modal="true" aria-label="Settings">
        <button type="button" data-tip="Closes the dialog">
          Close
        </button>
      </div>
      <TooltipHost />
    </main>,
  )
  await userEvent.setup({ delay: null }).hover(screen.getByRole('button', { name: 'Close' }))
  expect(screen.getByRole('dialog').contains(await screen.findByRole('tooltip'))).toBe(true)
})
