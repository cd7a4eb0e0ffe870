import { expect, test, vi } from 'vitest'
import { createShortcuts, isCharacterShortcut, type KeyPress, nameOfPress } from './shortcuts.ts'

function press(key: string, facts: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrl: false, meta: false, alt: false, shift: false, typing: false, at: 0, ...facts }
}

function one(keys: string) {
  const run = vi.fn<() => void>()
  return { keys, label: keys, group: 'Test', run }
}

test('names of presses', () => {
  expect(nameOfPress(press('u', { shift: true }))).toBe('Shift+U')
  expect(nameOfPress(press('U', { shift: true }))).toBe('Shift+U')
  expect(nameOfPress(press('?', { shift: true }))).toBe('?')
  expect(nameOfPress(press('k', { meta: true }))).toBe('Mod+K')
  expect(nameOfPress(press('Enter', { ctrl: true }))).toBe('Mod+Enter')
})

test('which ones the switch rules', () => {
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
  expect(register.press(press('g', { at: 0 }))).toBe(false)
  expect(register.press(press('s', { at: 1500 }))).toBe(true)
  expect(seats.run).toHaveBeenCalledOnce()

  register.press(press('g', { at: 3000 }))
  expect(register.press(press('s', { at: 4501 }))).toBe(false)

  register.register([s])
  register.press(press('g', { at: 5000 }))
  register.press(press('x', { at: 5100 }))
  expect(register.press(press('s', { at: 5200 }))).toBe(true)
  expect([seats.run.mock.calls.length, s.run.mock.calls.length]).toEqual([1, 1])
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
