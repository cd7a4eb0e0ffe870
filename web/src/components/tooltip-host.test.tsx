// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
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
