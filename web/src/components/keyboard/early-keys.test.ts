// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { keepKeys } from './early-keys.ts'

const shortcuts = vi.fn()
const listen = ({ key }: KeyboardEvent): void => void shortcuts(key)
beforeEach(() => {
  shortcuts.mockClear()
  document.addEventListener('keydown', listen)
})
afterEach(() => {
  document.removeEventListener('keydown', listen)
  document.body.replaceChildren()
})

/** Presses a key; true if the browser may act on it. */
const press = (key: string, more: KeyboardEventInit = {}, on: Element = document.body): boolean =>
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))

function paste(text: string): void {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  document.body.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }))
}

function keep() {
  const onStop = vi.fn()
  const end = keepKeys(onStop)
  onTestFinished(() => void end())
  return { end, onStop }
}

test('what is typed and pasted is kept, and is no shortcut', () => {
  const { end } = keep()
  for (const key of ['s', 'm', 'x', 'Backspace']) expect(press(key)).toBe(false)
  paste('ith\r\nIns')
  press('Enter')
  expect([end(), shortcuts.mock.calls]).toEqual([{ text: 'smithIns', enter: true, after: [] }, []])
})

test('after its end keys are the page’s again', () => {
  const { end } = keep()
  end()
  expect([press('s'), shortcuts.mock.calls]).toEqual([true, [['s']]])
  expect(end()).toEqual({ text: '', enter: false, after: [] })
})

test.each<[string, string, KeyboardEventInit]>([
  ['with Ctrl', 'k', { ctrlKey: true }],
  ['with the key of a Mac', 'k', { metaKey: true }],
  ['of an input method', 'a', { isComposing: true }],
  ['that writes nothing', 'ArrowDown', {}],
])('a key %s is left alone', (_what, key, more) => {
  const { end } = keep()
  expect([press(key, more), end().text, shortcuts.mock.calls]).toEqual([true, '', [[key]]])
})

test('Escape gives up, and so does a key in a dialog, which is let through', () => {
  const { onStop } = keep()
  expect(press('Escape')).toBe(false)
  expect(onStop).toHaveBeenCalledOnce()
  document.body.innerHTML = '<div role="alertdialog"><input></div>'
  const field = document.querySelector('input')
  expect(field && press('a', {}, field)).toBe(true)
  expect(onStop).toHaveBeenCalledTimes(2)
})

test('of two that wait for keys the later one gets them, and nothing is entered twice', () => {
  const first = keep()
  press('x')
  const second = keep()
  press('a')
  expect([first.end(), second.end()]).toEqual([
    { text: '', enter: false, after: [] },
    { text: 'a', enter: false, after: [] },
  ])
})

test('after Enter the keys for what it goes to are kept too, but not one that is held down', () => {
  const { end } = keep()
  expect(press('ArrowDown')).toBe(true)
  for (const key of ['a', 'Enter', 'Enter', 'ArrowDown', 'ArrowUp']) expect(press(key)).toBe(false)
  expect(press('ArrowDown', { repeat: true })).toBe(true)
  expect(press('ArrowDown', { altKey: true })).toBe(true)
  expect(end()).toEqual({ text: 'a', enter: true, after: ['Enter', 'ArrowDown', 'ArrowUp'] })
})

test('Enter a second later is the same one again, because nothing has come', () => {
  const { end } = keep()
  press('Enter')
  const later = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  Object.defineProperty(later, 'timeStamp', { value: later.timeStamp + 1_001 })
  document.body.dispatchEvent(later)
  expect(end()).toEqual({ text: '', enter: true, after: [] })
})
