import { expect, test } from 'vitest'
import { type KeyFacts, nextIndex, tableAction } from './table-keys.ts'

function key(name: string, facts: Partial<KeyFacts> = {}): KeyFacts {
  return {
    key: name,
    shift: false,
    modified: false,
    typing: false,
    onControl: false,
    characters: true,
    ...facts,
  }
}

test('moving and selecting', () => {
  expect(tableAction(key('ArrowDown'))).toEqual({ kind: 'move', to: 'next' })
  expect(tableAction(key('End'))).toEqual({ kind: 'move', to: 'last' })
  expect(tableAction(key(' '))).toEqual({ kind: 'select', range: false })
  expect(tableAction(key(' ', { shift: true }))).toEqual({ kind: 'select', range: true })
  expect(tableAction(key('x'))).toEqual({ kind: 'select', range: false })
  expect(tableAction(key('e'))).toEqual({ kind: 'expand' })
  expect(tableAction(key('C', { shift: true }))).toEqual({ kind: 'copy' })
})

test('Caps Lock changes nothing: a range is selected with Shift', () => {
  expect(tableAction(key('X'))).toEqual({ kind: 'select', range: false })
  expect(tableAction(key('x', { shift: true }))).toEqual({ kind: 'select', range: true })
  expect(tableAction(key('E'))).toEqual({ kind: 'expand' })
  expect(tableAction(key('c', { shift: true }))).toEqual({ kind: 'copy' })
})

test.each([
  key('x', { typing: true }),
  key('ArrowDown', { typing: true }),
  key('x', { modified: true }),
  key(' ', { onControl: true }),
  key('q'),
])('$key with $typing $modified $onControl means nothing', (facts) => {
  expect(tableAction(facts)).toBeNull()
})

test('the switch silences characters and leaves the arrows', () => {
  const off = { characters: false }
  expect([key('x', off), key('e', off), key('C', { ...off, shift: true })].map(tableAction)).toEqual([
    null,
    null,
    null,
  ])
  expect(tableAction(key('ArrowUp', off))).toEqual({ kind: 'move', to: 'previous' })
  expect(tableAction(key(' ', off))).toEqual({ kind: 'select', range: false })
})

test('the next row stays inside the table', () => {
  expect(nextIndex(-1, 5, 'next')).toBe(0)
  expect(nextIndex(-1, 5, 'previous')).toBe(4)
  expect(nextIndex(4, 5, 'next')).toBe(4)
  expect(nextIndex(0, 5, 'previous')).toBe(0)
  expect(nextIndex(2, 5, 'next')).toBe(3)
  expect(nextIndex(2, 5, 'last')).toBe(4)
})
