import { expect, test } from 'vitest'
import { countText } from './count-text.ts'

const idle = { loading: false }

test('rows that are not known are not counted, and an empty answer is', () => {
  expect([
    countText(0, undefined, { loading: true }),
    countText(0, undefined, idle),
    countText(0, 0, idle),
  ]).toEqual(['Loading…', '', '0 rows'])
})

test('rows are counted in the words of their number, and of how many where a search left some', () => {
  expect([countText(1, 1, idle), countText(1_234, 1_234, idle), countText(2, 10_000, idle)]).toEqual([
    '1 row',
    '1,234 rows',
    '2 of 10,000',
  ])
})

test('the first rows of more are not counted as all', () => {
  expect(countText(10_000, 10_000, { ...idle, cut: 'More than 10,000 rows.' })).toBe('First 10,000 rows')
  expect(countText(2, 10_000, { ...idle, cut: 'More than 10,000 rows.' })).toBe('2 of 10,000')
})

test('a list of which more can be shown does not say that this is all of it', () => {
  expect([true, false].map((hasMore) => countText(100, 100, { ...idle, more: { hasMore } }))).toEqual([
    '100 shown',
    '100 rows',
  ])
})
