import { expect, test } from 'vitest'
import { pageMark, pruned, ranged, toggled, withAll } from './selection.ts'

const page = ['a', 'b', 'c', 'd']
const list = (selected: ReadonlySet<string>) => [...selected].sort().join('')

test('one row', () => {
  expect(list(toggled(new Set('ab'), 'c'))).toBe('abc')
  expect(list(toggled(new Set('ab'), 'a'))).toBe('b')
})

test('a range, either way round, on and off', () => {
  expect(list(ranged(new Set('a'), page, { from: 'b', to: 'd', isOn: true }))).toBe('abcd')
  expect(list(ranged(new Set('a'), page, { from: 'd', to: 'c', isOn: true }))).toBe('acd')
  expect(list(ranged(new Set('abcd'), page, { from: 'b', to: 'c', isOn: false }))).toBe('ad')
  expect(list(ranged(new Set('a'), page, { from: 'elsewhere', to: 'c', isOn: true }))).toBe('ac')
})

test('the checkbox in the head', () => {
  expect(
    [new Set<string>(), new Set('a'), new Set('abcdz')].map((selected) => pageMark(selected, page)),
  ).toEqual(['none', 'some', 'all'])
  expect(pageMark(new Set('z'), [])).toBe('none')
})

test('rows of other pages stay selected, filtered ones do not', () => {
  expect(list(withAll(new Set('z'), page, true))).toBe('abcdz')
  expect(list(withAll(new Set('abz'), page, false))).toBe('z')
  const selected = new Set('ab')
  expect(pruned(selected, ['a', 'b', 'c'])).toBe(selected)
  expect(list(pruned(selected, ['b', 'c']))).toBe('b')
})
