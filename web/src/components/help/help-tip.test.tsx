// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { HelpTip } from './help-tip.tsx'

const topic = { title: 'Multifolder token', text: 'A token.', steps: [] }

beforeEach(stubResizeObserver)

function openTip() {
  cleanWhenFinished()
  render(<HelpTip topic={topic} />)
  return {
    user: userEvent.setup({ delay: null }),
    button: screen.getByRole('button', { name: 'Help: Multifolder token' }),
    text: () => screen.queryByRole('note'),
  }
}

test('a help text opens by hovering, too', async () => {
  const { user, button, text } = openTip()
  await user.hover(button)
  await waitFor(() => expect(text()?.textContent).toContain('A token.'))
})

test('a help text leaves the focus on its button, and Escape closes it', async () => {
  const { user, button, text } = openTip()
  await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(text()).not.toBeNull())
  expect(document.activeElement).toBe(button)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(text()).toBeNull())
  expect(document.activeElement).toBe(button)
})
