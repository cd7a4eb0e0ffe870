import { expect, test } from 'vitest'
import { nextItem } from './menu-keys.ts'

const labels = ['Light', 'Dark', 'Like the system', 'Logout']

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 3, 0],
  ['ArrowUp', 0, 3],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['l', 0, 2],
  ['L', 3, 0],
  ['d', 2, 1],
])('%s from %i goes to %i', (key, from, to) => {
  expect(nextItem(key, from, labels)).toBe(to)
})

test.each(['z', ' ', 'Enter', 'Escape', 'F1'])('%j moves nowhere', (key) => {
  expect(nextItem(key, 0, labels)).toBeNull()
})

test('an empty menu has nowhere to go', () => {
  expect(nextItem('ArrowDown', -1, [])).toBeNull()
})
