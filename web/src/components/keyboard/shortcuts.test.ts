// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { mountHook } from '../../../test/mounted.tsx'
import {
  createShortcuts,
  handleShortcutEvent,
  isCharacterShortcut,
  type KeyPress,
  nameOfPress,
  shortcuts,
  takesText,
  useShortcuts,
} from './shortcuts.ts'

function press(key: string, facts: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrl: false, meta: false, alt: false, shift: false, typing: false, at: 0, ...facts }
}

function one(keys: string) {
  const run = vi.fn<() => void>()
  return { keys, label: keys, group: 'Test', run }
}

test('a press is named by its key and modifiers, a sign by itself', () => {
  expect(nameOfPress(press('u', { shift: true }))).toBe('Shift+U')
  expect(nameOfPress(press('U', { shift: true }))).toBe('Shift+U')
  expect(nameOfPress(press('?', { shift: true }))).toBe('?')
  expect(nameOfPress(press('k', { meta: true }))).toBe('Mod+K')
  expect(nameOfPress(press('Enter', { ctrl: true }))).toBe('Mod+Enter')
})

test('a shortcut without Ctrl or Alt is one of characters, which the switch turns off', () => {
  expect(['/', 'g s', 'Shift+U'].map(isCharacterShortcut)).toEqual([true, true, true])
  expect(['Mod+K', 'Alt+1'].map(isCharacterShortcut)).toEqual([false, false])
})

test('a character acts unless somebody types or it is switched off', () => {
  const register = createShortcuts()
  const search = one('/')
  const palette = one('Mod+K')
  register.register([search, palette])

  expect(register.press(press('/', { typing: true }))).toBe(false)
  expect(register.press(press('/'))).toBe(true)
  expect(search.run).toHaveBeenCalledOnce()

  register.setEnabled(false)
  expect(register.press(press('/'))).toBe(false)
  expect(register.press(press('k', { ctrl: true, typing: true }))).toBe(true)
  expect(palette.run).toHaveBeenCalledOnce()
})

test('the one registered last wins, and the former comes back', () => {
  const register = createShortcuts()
  const screen = one('r')
  const dialog = one('r')
  register.register([screen])
  const drop = register.register([dialog])
  register.press(press('r'))
  expect(register.list()).toEqual([dialog])
  drop()
  register.press(press('r'))
  expect([screen.run.mock.calls.length, dialog.run.mock.calls.length]).toEqual([1, 1])
})

test('a sequence needs both keys in time', () => {
  const register = createShortcuts()
  const seats = one('g s')
  const s = one('s')
  register.register([seats])
  expect(register.press(press('g', { at: 900 }))).toBe(false)
  expect(register.press(press('s', { at: 2400 }))).toBe(true)
  expect(seats.run).toHaveBeenCalledOnce()

  register.press(press('g', { at: 3000 }))
  expect(register.press(press('s', { at: 4501 }))).toBe(false)

  register.register([s])
  register.press(press('g', { at: 5000 }))
  register.press(press('x', { at: 5100 }))
  expect(register.press(press('s', { at: 5200 }))).toBe(true)
  expect([seats.run.mock.calls.length, s.run.mock.calls.length]).toEqual([1, 1])
})

test('a letter that ends no sequence does nothing, other keys do as ever', () => {
  const register = createShortcuts()
  const [seats, refresh, search, palette] = [one('g s'), one('r'), one('/'), one('Mod+K')]
  register.register([seats, refresh, search, palette])
  const after = (before: string, key: string, facts: Partial<KeyPress> = {}) => {
    register.press(press(before))
    return register.press(press(key, facts))
  }
  expect(register.isAwaiting(0)).toBe(false)
  expect(after('g', 'r')).toBe(true)
  expect(refresh.run).not.toHaveBeenCalled()
  expect(register.isAwaiting(0)).toBe(false)
  // The first letter again begins again.
  expect(after('g', 'g')).toBe(true)
  expect([register.isAwaiting(1500), register.isAwaiting(1501)]).toEqual([true, false])
  register.press(press('s'))
  expect(seats.run).toHaveBeenCalledOnce()
  after('g', '/')
  after('g', 'k', { ctrl: true })
  expect(after('g', 'Enter')).toBe(false)
  expect([search.run.mock.calls.length, palette.run.mock.calls.length]).toEqual([1, 1])
})

test('nothing acts behind a dialog', () => {
  const register = createShortcuts()
  const palette = one('Mod+K')
  register.register([palette])
  const end = register.suspend()
  expect(register.press(press('k', { ctrl: true }))).toBe(false)
  end()
  end()
  const again = register.suspend()
  expect(register.press(press('k', { ctrl: true }))).toBe(false)
  again()
  expect(register.press(press('k', { ctrl: true }))).toBe(true)
})

afterEach(() => document.body.replaceChildren())

/** The first element of this markup, on the page. */
function place(html: string, selector = '*'): Element | null {
  document.body.innerHTML = html
  return document.body.querySelector(selector)
}

test.each([
  ['<input>', true],
  ['<input type="email">', true],
  ['<input type="date">', true],
  ['<input type="checkbox">', false],
  ['<input type="radio">', false],
  ['<textarea></textarea>', true],
  ['<select></select>', true],
  ['<div role="combobox"></div>', true],
  ['<div role="listbox"></div>', true],
  ['<div role="menu"></div>', true],
  ['<div role="tab"></div>', false],
  ['<button></button>', false],
])('a letter on %s is for it: %s', (html, expected) => {
  expect(takesText(place(html))).toBe(expected)
})

test('a letter on an option or an item of a menu is for its list', () => {
  expect(takesText(place('<div role="listbox"><p></p></div>', 'p'))).toBe(true)
  expect(takesText(place('<div role="menu"><p></p></div>', 'p'))).toBe(true)
  expect(takesText(null)).toBe(false)
  expect(takesText(document)).toBe(false)
})

/** Presses a key on an element; true if the page made use of it. */
function pressOn(target: Element | null, facts: KeyboardEventInit): boolean {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...facts })
  target?.addEventListener('keydown', (one) => handleShortcutEvent(one as KeyboardEvent), { once: true })
  target?.dispatchEvent(event)
  return event.defaultPrevented
}

test('a screen’s shortcuts act while it is shown, with what it shows now', () => {
  const calls: string[] = []
  const make = (label: string) => [
    { keys: 'n', label, group: 'Screen', run: () => calls.push(label) },
    { keys: 'Mod+S', label: 'Save', group: 'Screen', run: () => calls.push(`save ${label}`) },
  ]
  const { rerender, unmount } = mountHook((label: string) => useShortcuts(make(label)), 'New')
  expect(shortcuts.list()).toMatchObject([
    { keys: 'n', label: 'New', group: 'Screen' },
    { keys: 'Mod+S', label: 'Save', group: 'Screen' },
  ])
  const button = place('<button></button>')
  expect(pressOn(button, { key: 'n' })).toBe(true)
  rerender('Newer')
  pressOn(button, { key: 'n' })
  pressOn(button, { key: 's', ctrlKey: true })
  expect(calls).toEqual(['New', 'Newer', 'save Newer'])
  expect(shortcuts.list()).toHaveLength(2)
  expect(pressOn(button, { key: 'n', altKey: true })).toBe(false)
  expect(pressOn(button, { key: 'n', metaKey: true })).toBe(false)
  expect(pressOn(button, { key: 'n', shiftKey: true })).toBe(false)
  expect(pressOn(button, { key: 'n', isComposing: true })).toBe(false)
  expect(pressOn(place('<input>'), { key: 'n' })).toBe(false)
  unmount()
  expect(pressOn(button, { key: 'n' })).toBe(false)
  expect(calls).toHaveLength(3)
})

test('a key that an element has used is no shortcut', () => {
  const run = vi.fn()
  mountHook(() => useShortcuts([{ keys: 'n', label: 'New', group: 'Screen', run }]))
  const button = place('<button></button>')
  button?.addEventListener('keydown', (event) => event.preventDefault())
  pressOn(button, { key: 'n' })
  expect(run).not.toHaveBeenCalled()
})

test('a screen without shortcuts has none', () => {
  mountHook(() => useShortcuts([]))
  expect(shortcuts.list()).toEqual([])
})

test('Ctrl-Enter anywhere in a form presses the button that submits it', () => {
  const pressed = vi.fn((event: Event) => event.preventDefault())
  const form = place(
    '<form id="asked"><button type="button"></button><textarea></textarea><input type="radio"><a href="/"></a></form><button type="submit" form="asked"></button>',
  )
  const footer = document.querySelector('[type="submit"]')
  footer?.addEventListener('click', pressed)
  const ctrlEnter = { key: 'Enter', ctrlKey: true }
  const parts = form?.querySelectorAll('textarea, input') ?? []
  for (const part of parts) expect(pressOn(part, ctrlEnter)).toBe(true)
  expect(pressed).toHaveBeenCalledTimes(2)
  expect(pressOn(form?.querySelector('textarea') ?? null, { key: 'Enter' })).toBe(false)
  expect(pressOn(form?.querySelector('a') ?? null, ctrlEnter)).toBe(false)
  footer?.setAttribute('disabled', '')
  pressOn(parts[0] ?? null, ctrlEnter)
  expect(pressed).toHaveBeenCalledTimes(2)
})

test('Ctrl-Enter submits a form without a button, also while a dialog suspends the shortcuts', () => {
  const sent = vi.fn((event: Event) => event.preventDefault())
  const form = place('<form><input></form>')
  form?.addEventListener('submit', sent)
  const resume = shortcuts.suspend()
  pressOn(form?.querySelector('input') ?? null, { key: 'Enter', metaKey: true })
  resume()
  expect(sent).toHaveBeenCalledOnce()
})
