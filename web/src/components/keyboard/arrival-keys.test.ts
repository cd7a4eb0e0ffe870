// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { arrived, awaitArrival } from './arrival-keys.ts'
import { shortcuts } from './shortcuts.ts'

let handled: string[]
let stop: () => void

beforeEach(() => {
  handled = []
  const note = (keys: string) => ({ keys, label: keys, group: 'Table', run: () => void handled.push(keys) })
  stop = shortcuts.register([note('x'), note('Shift+U')])
})
afterEach(() => {
  arrived()
  stop()
  document.body.replaceChildren()
  vi.useRealTimers()
})

/** Presses keys where the focus is; returns those that the page kept for itself. */
function press(...keys: (string | KeyboardEventInit)[]): string[] {
  return keys.flatMap((key) => {
    const facts = typeof key === 'string' ? { key } : key
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...facts })
    document.activeElement?.dispatchEvent(event)
    return event.defaultPrevented ? [event.key] : []
  })
}

/** Pastes a text; true if the page kept it for itself. */
function paste(text: string): boolean {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  document.body.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }))
  return event.defaultPrevented
}

/** A form with a field that has the focus; `sent` counts how often the form was sent. */
function showField(html = '<form><input></form>') {
  document.body.innerHTML = html
  const field = document.querySelector('input')
  const shown = { sent: 0, field, value: () => field?.value }
  document.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault()
    shown.sent += 1
  })
  field?.focus()
  return shown
}
const afterTasks = () => new Promise((resolve) => queueMicrotask(() => resolve(undefined)))

test('a part that comes late to a screen which is being left takes no letters of the next one', () => {
  awaitArrival()
  expect(press('x')).toEqual(['x'])
  arrived('files')
  expect(handled).toEqual([])
  const { value } = showField()
  arrived()
  expect([value(), handled]).toEqual(['x', []])
})

test('what is typed for a part waits for that part', () => {
  awaitArrival('users')
  press('l')
  arrived('files')
  press('c')
  const { value } = showField()
  arrived('users')
  expect(value()).toBe('lc')
})

test('letters come where the cursor is, and the field is told of them', () => {
  awaitArrival()
  press('b')
  const { field, value } = showField('<form><input value="ac"></form>')
  field?.setSelectionRange(1, 1)
  const onInput = vi.fn()
  document.addEventListener('input', onInput, { once: true })
  arrived()
  expect([value(), field?.selectionStart]).toEqual(['abc', 2])
  expect(onInput).toHaveBeenCalledOnce()
})

test('where no field takes the focus the letters are shortcuts, capital ones with Shift', () => {
  awaitArrival()
  press('x', 'U')
  showField('<button></button>')
  arrived()
  expect(handled).toEqual(['x', 'Shift+U'])
})

test('Enter pressed before the field was there acts after its text', async () => {
  awaitArrival()
  press('l', 'Enter')
  const shown = showField()
  arrived()
  expect(shown.sent).toBe(0)
  await afterTasks()
  expect([shown.value(), shown.sent]).toEqual(['l', 1])
})

test('Enter presses the button that sends the form; a field that makes use of it itself sends nothing', async () => {
  const pressed = vi.fn()
  const shown = showField('<form><input><button type="submit"></button></form>')
  document.querySelector('button')?.addEventListener('click', pressed)
  awaitArrival()
  press('Enter')
  arrived()
  await afterTasks()
  expect([pressed.mock.calls.length, shown.sent]).toEqual([1, 1])
  shown.field?.addEventListener('keydown', (event) => event.preventDefault())
  awaitArrival()
  press('Enter')
  arrived()
  await afterTasks()
  expect(shown.sent).toBe(1)
})

test('keys after Enter go where it has brought the focus, and Enter presses what is there', async () => {
  const pressed = vi.fn<() => void>()
  const { field } = showField('<input><button>A</button><button>B</button>')
  const [first, second] = document.querySelectorAll('button')
  field?.addEventListener('keydown', () => first?.focus())
  first?.addEventListener('keydown', ({ key }) => key === 'ArrowDown' && second?.focus())
  first?.addEventListener('click', pressed)
  second?.addEventListener('click', pressed)
  awaitArrival()
  press('l', 'Enter', 'ArrowDown', 'Enter')
  arrived()
  await afterTasks()
  expect(pressed.mock.contexts).toEqual([second])
})

test('what is pasted before the field is there stands in its place among the letters', () => {
  awaitArrival()
  press('m', ' ')
  paste('bw-\r\n7\n')
  press('x')
  const { value } = showField()
  arrived()
  expect(value()).toBe('m bw-7x')
})

test('Backspace takes the last letter back before the field is there', () => {
  awaitArrival()
  expect(press('6', '9', 'Backspace', '3', 'Backspace', 'Backspace', 'Backspace', '7')).toHaveLength(8)
  const { value } = showField()
  arrived()
  expect(value()).toBe('7')
})

test('keys that mean something else are left alone, and so are all in a dialog', () => {
  awaitArrival()
  expect(press({ key: 'r', ctrlKey: true }, { key: 'r', metaKey: true }, 'Tab', 'F5')).toEqual([])
  expect(press({ key: 'a', isComposing: true })).toEqual([])
  showField('<div role="alertdialog"><input></div>')
  expect(press('y')).toEqual([])
  arrived()
  expect(handled).toEqual([])
})

test.each(['Escape', 'pointerdown'])('%s ends the wait: later keys go where the focus is', (how) => {
  awaitArrival()
  press('x')
  if (how === 'Escape') expect(press('Escape')).toEqual(['Escape'])
  else window.dispatchEvent(new Event('pointerdown'))
  const { value } = showField()
  expect(press('y')).toEqual([])
  expect(paste('bw')).toBe(false)
  arrived()
  expect([value(), handled]).toEqual(['', []])
})

test('a screen that does not come for ten seconds gives the letters back as shortcuts', () => {
  vi.useFakeTimers()
  awaitArrival()
  press('x')
  vi.advanceTimersByTime(9_999)
  expect(handled).toEqual([])
  vi.advanceTimersByTime(1)
  expect(handled).toEqual(['x'])
  expect(press('x')).toEqual([])
})

test('of two waits only the later one gets the keys', () => {
  awaitArrival()
  press('a')
  awaitArrival()
  press('b')
  const { value } = showField()
  arrived()
  expect(value()).toBe('b')
})
