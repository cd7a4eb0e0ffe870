// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { stubResizeObserver } from '../../test/without-layout.ts'
import { MenuButton } from './menu-button.tsx'

// The first one would wait for it, longer than a test waits on a busy machine.
beforeAll(async () => void (await import('../ui/menu.tsx')))
beforeEach(stubResizeObserver)

test.each(['Enter', ' ', 'ArrowDown', 'ArrowUp'])(
  'the key %j opens a menu at its first item, and Escape goes back to the button',
  async (key) => {
    cleanWhenFinished()
    const user = userEvent.setup({ delay: null })
    const items = ['Security', 'Logout'].map((label) => ({ label, onPick: () => undefined }))
    render(<MenuButton label="Settings" trigger="A" sections={[{ items }]} />)
    await user.tab()
    const button = screen.getByRole('button', { name: 'Settings' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await user.keyboard(`[${key === ' ' ? 'Space' : key}]`)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Security'))
    expect(button.getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(button.getAttribute('aria-expanded')).toBe('false')
  },
)
