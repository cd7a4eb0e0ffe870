// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { DialogFrame, type DialogFrameProps } from './dialog.tsx'

const usual = { role: 'dialog', size: 500, busy: false, firstFocus: 'control' } as const
type Given = Partial<Omit<DialogFrameProps, 'title'>>

/** A dialog with one button. */
function Frame({ title, ...given }: Given & { title: string }) {
  return (
    <DialogFrame {...usual} title={title} onEscape={() => undefined} {...given}>
      <button type="button">{`Of ${title}`}</button>
      {given.children}
    </DialogFrame>
  )
}

function open(...frames: (Given & { title: string })[]) {
  cleanWhenFinished()
  render(frames.map((frame) => <Frame key={frame.title} {...frame} />))
  return userEvent.setup({ delay: null })
}

test('Escape is for the uppermost of two dialogs', async () => {
  const [below, above] = [vi.fn(), vi.fn()]
  const user = open({ title: 'Below', onEscape: below }, { title: 'Above', onEscape: above })
  await user.keyboard('{Escape}')
  expect([below.mock.calls.length, above.mock.calls.length]).toEqual([0, 1])
})

test('an Escape that something inside has taken is not for the dialog', async () => {
  const onEscape = vi.fn()
  const children = <input aria-label="Search" onKeyDown={(event) => event.preventDefault()} />
  const user = open({ title: 'Edit', onEscape, children })
  screen.getByRole('textbox', { name: 'Search' }).focus()
  await user.keyboard('{Escape}')
  expect(onEscape).not.toHaveBeenCalled()
})

/** Presses beside the dialog. */
function pressOutside(): void {
  const backdrop = document.querySelector('[role="presentation"]') ?? document.body
  for (const type of ['pointerDown', 'mouseDown', 'pointerUp', 'mouseUp', 'click'] as const)
    fireEvent[type](backdrop)
}

test('a press beside a dialog closes it where that is allowed', async () => {
  const onOutsidePress = vi.fn()
  open({ title: 'Light', onOutsidePress })
  act(pressOutside)
  await waitFor(() => expect(onOutsidePress).toHaveBeenCalledOnce())
})

test('a dialog that stays shakes at each press beside it', async () => {
  open({ title: 'Stays' })
  const nudge = () => document.querySelector('[data-dialog]')?.getAttribute('data-nudge')
  expect(nudge()).toBeNull()
  act(pressOutside)
  await waitFor(() => expect(nudge()).toBe('1'))
  act(pressOutside)
  await waitFor(() => expect(nudge()).toBe('0'))
})

test('Tab goes on in the dialog after the control that had the focus was disabled', () => {
  open({ title: 'Busy' })
  act(() => (document.activeElement as HTMLElement).blur())
  expect(document.activeElement).toBe(document.body)
  fireEvent.keyDown(document.body, { key: 'Tab' })
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
})

test.each([
  ['the heading of one that is read', 'heading', 'Read'],
  ['the first control of one that is filled in', 'control', 'Of Read'],
] as const)('at first %s has the focus', async (_what, firstFocus, text) => {
  open({ title: 'Read', firstFocus })
  await waitFor(() => expect(document.activeElement?.textContent).toBe(text))
})

test.each([
  ['gives the focus back to what opened it', true, 'Edit'],
  ['whose opener has gone meanwhile gives it to what stands in its place', false, 'Delete'],
])('a dialog that is closed %s', async (_what, stays, focused) => {
  cleanWhenFinished()
  function Screen({ isGone }: { isGone: boolean }) {
    const [opened, setOpened] = useState(false)
    return (
      <>
        <h1 tabIndex={-1}>Vendors</h1>
        <button type="button">Add</button>
        {!isGone && (
          <button type="button" onClick={() => setOpened(true)}>
            Edit
          </button>
        )}
        <button type="button">Delete</button>
        {opened && <Frame title="Form" onEscape={() => setOpened(false)} />}
      </>
    )
  }
  const { rerender } = render(<Screen isGone={false} />)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Of Form'))
  rerender(<Screen isGone={!stays} />)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe(focused))
})
