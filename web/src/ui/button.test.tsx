// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../test/mounted.tsx'
import { Button, type ButtonProps, IconButton, type IconButtonProps } from './button.tsx'
import { GateNotice } from './gate-context.ts'
import { LiveSwitch, type LiveSwitchProps } from './live-switch.tsx'

function openForm(given: ButtonProps) {
  cleanWhenFinished()
  const [pressed, submitted] = [vi.fn(), vi.fn((event: React.SubmitEvent) => event.preventDefault())]
  render(
    <form onSubmit={submitted}>
      <Button {...given} type="submit" onClick={pressed}>
        Save
      </Button>
    </form>,
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  return { button, pressed, submitted, user: userEvent.setup({ delay: null }) }
}

test('a busy button takes no press and sends no form, but keeps the focus', async () => {
  const { button, pressed, submitted, user } = openForm({ busy: true })
  button.focus()
  await user.keyboard('{Enter}')
  await user.click(button)
  expect([pressed.mock.calls, submitted.mock.calls]).toEqual([[], []])
  expect([document.activeElement === button, button.getAttribute('aria-busy')]).toEqual([true, 'true'])
})

test('a button that is free takes a press and sends its form', async () => {
  const { button, pressed, submitted, user } = openForm({})
  await user.click(button)
  expect([pressed.mock.calls.length, submitted.mock.calls.length]).toEqual([1, 1])
  expect(button.getAttribute('aria-busy')).toBeNull()
})

const told = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent

test.each([
  ['shown', false, ''],
  ['only read out where the screen makes it obvious', true, 'sr-only'],
])('a disabled button has its reason %s', (_where, quietReason, className) => {
  const { button } = openForm({ disabledReason: 'Not yours.', quietReason })
  expect([button.disabled, told(button)]).toEqual([true, 'Not yours.'])
  expect(screen.getByText('Not yours.').className.includes('sr-only')).toBe(className !== '')
})

function openIcon(given: Partial<IconButtonProps>) {
  cleanWhenFinished()
  const pressed = vi.fn()
  render(<IconButton label="Delete" icon={null} onClick={pressed} {...given} />)
  return { pressed, icon: screen.getByRole('button', { name: 'Delete' }) }
}

test('a busy icon button takes no press', async () => {
  const { icon, pressed } = openIcon({ busy: true })
  await userEvent.click(icon)
  expect([pressed.mock.calls, icon.getAttribute('aria-busy')]).toEqual([[], 'true'])
})

test('a disabled icon button keeps its name, and its tooltip says why', () => {
  const { icon } = openIcon({ disabledReason: 'Not yours.' })
  expect([icon.dataset['tip'], told(icon)]).toEqual(['Not yours.', 'Not yours.'])
  cleanup()
  expect(openIcon({}).icon.dataset['tip']).toBe('Delete')
})

test('behind a gate each control points at its notice, and the room of its own reason stays', () => {
  cleanWhenFinished()
  render(
    <GateNotice value="notice">
      <p id="notice">Ask your manager.</p>
      <Button disabledReason="Not yours.">Save</Button>
      <IconButton label="Refresh" icon={null} />
    </GateNotice>,
  )
  for (const name of ['Save', 'Refresh'])
    expect(told(screen.getByRole('button', { name }))).toBe('Ask your manager.')
  expect(screen.getByText('Not yours.')).toBeDefined()
})

function openSwitch(given: Partial<LiveSwitchProps>) {
  cleanWhenFinished()
  const onCommit = vi.fn()
  render(<LiveSwitch label="Texting" on={false} onCommit={onCommit} {...given} />)
  return { onCommit, control: screen.getByRole('switch', { name: 'Texting' }) }
}

test.each<[string, Partial<LiveSwitchProps>, boolean[][], string | undefined]>([
  ['that is off is switched on', {}, [[true]], undefined],
  ['that is on is switched off', { on: true }, [[false]], undefined],
  ['that is being saved takes no press', { busy: true }, [], undefined],
  ['that is disabled takes none and says why', { disabledReason: 'Not yours.' }, [], 'Not yours.'],
  [
    'that is disabled says what it is for, too',
    { tip: 'Sends messages.', disabledReason: 'Not yours.' },
    [],
    'Sends messages. Not yours.',
  ],
])('a switch %s', async (_what, given, commits, words) => {
  const { onCommit, control } = openSwitch(given)
  await userEvent.click(control)
  expect(onCommit.mock.calls).toEqual(commits)
  // It flips only once it is saved.
  expect(control.getAttribute('aria-checked')).toBe(String(given.on ?? false))
  expect(told(control)).toBe(words)
})
