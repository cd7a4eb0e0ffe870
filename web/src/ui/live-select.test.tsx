// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { stubResizeObserver } from '../../test/without-layout.ts'
import { GateNotice } from './gate-context.ts'
import { LiveSelect, type LiveSelectProps } from './live-select.tsx'

const choices = [
  { value: 1, label: 'To-Do' },
  { value: 2, label: 'In Process' },
  { value: 4, label: 'Done' },
]

beforeEach(stubResizeObserver)
afterEach(() => void vi.unstubAllGlobals())

function openSelect(given: Partial<LiveSelectProps<number>> = {}) {
  cleanWhenFinished()
  const [onCommit, around] = [vi.fn(), vi.fn<(key: string) => void>()]
  const draw = (now: Partial<LiveSelectProps<number>>) => (
    <div role="presentation" onKeyDown={({ key }) => around(key)}>
      <LiveSelect label="Status" value={1} choices={choices} onCommit={onCommit} {...given} {...now} />
    </div>
  )
  const { rerender } = render(draw({}))
  const control = screen.getByRole('combobox', { name: /^Status/ })
  control.focus()
  return {
    user: userEvent.setup({ delay: null }),
    control,
    become: (now: Partial<LiveSelectProps<number>>) => rerender(draw(now)),
    marked: () => document.querySelector('[role="option"][data-highlighted]')?.textContent,
    isOpen: () => screen.queryByRole('listbox') !== null,
    onCommit,
    /** The keys that reached the table around it. */
    around: () => around.mock.calls.flat(),
  }
}

test('a letter opens the list, arrows walk it, and neither saves anything; Enter does', async () => {
  const { user, marked, onCommit, around } = openSelect()
  await user.keyboard('d')
  await waitFor(() => expect(marked()).toBeDefined())
  await user.keyboard('{ArrowDown}{ArrowDown}')
  await waitFor(() => expect(marked()).toBe('Done'))
  expect(onCommit).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onCommit.mock.calls).toEqual([[4]])
  // In a table letters are shortcuts, and arrows walk its rows.
  expect(around()).not.toContain('d')
  expect(around()).not.toContain('ArrowDown')
})

test.each([
  ['{Enter}{ArrowDown}{Enter}', 2],
  [' {End} ', 4],
  ['{ArrowDown}{ArrowDown}{ArrowDown}{Enter}', 4],
  ['{Enter}d{Enter}', 4],
  ['d{Enter}', 4],
  ['i{ArrowDown}{Enter}', 4],
])(
  'what is typed before the list has the focus is carried out there, in order: %s',
  async (keys, expected) => {
    // The frame in which it takes the focus does not come.
    vi.stubGlobal('requestAnimationFrame', () => 0)
    const { user, isOpen, onCommit } = openSelect()
    await user.keyboard(keys)
    expect(onCommit.mock.calls).toEqual([[expected]])
    await waitFor(() => expect(isOpen()).toBe(false))
  },
)

test('the same choice again saves nothing', async () => {
  const { user, marked, onCommit } = openSelect()
  await user.keyboard('t')
  await waitFor(() => expect(marked()).toBe('To-Do'))
  await user.keyboard('{Enter}')
  expect(onCommit).not.toHaveBeenCalled()
})

test('Escape leaves the value as it was', async () => {
  const { user, marked, isOpen, onCommit } = openSelect()
  await user.keyboard('d')
  await waitFor(() => expect(marked()).toBe('Done'))
  await user.keyboard('{ArrowDown}{Escape}')
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(onCommit).not.toHaveBeenCalled()
})

test('a choice goes with what was seen as the list was opened, whatever came since', async () => {
  const { user, marked, become, onCommit } = openSelect()
  await user.keyboard('d')
  await waitFor(() => expect(marked()).toBe('Done'))
  const later = vi.fn()
  become({ value: 2, onCommit: later })
  await user.keyboard('{End}')
  await waitFor(() => expect(marked()).toBe('Done'))
  await user.keyboard('{Enter}')
  expect([onCommit.mock.calls, later.mock.calls]).toEqual([[[4]], []])
})

test('while a choice is being saved it does not open', async () => {
  const { user, isOpen, control } = openSelect({ busy: true })
  await user.keyboard('d')
  expect(isOpen()).toBe(false)
  await user.click(control)
  expect(isOpen()).toBe(false)
})

test('behind a gate it points at the notice of the gate', () => {
  cleanWhenFinished()
  render(
    <GateNotice value="notice">
      <LiveSelect label="Status" value={1} choices={choices} onCommit={() => undefined} />
    </GateNotice>,
  )
  expect(screen.getByRole('combobox').getAttribute('aria-describedby')).toBe('notice')
})

test('a letter with Ctrl is not for the list', async () => {
  const { user, isOpen, around } = openSelect()
  await user.keyboard('{Control>}d{/Control}')
  expect(isOpen()).toBe(false)
  expect(around()).toContain('d')
})
