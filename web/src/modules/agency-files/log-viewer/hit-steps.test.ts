import { expect, test } from 'vitest'
import { hitText, stepTo } from './hit-steps.ts'

const hits = [{ line: 3 }, { line: 10 }, { line: 40 }]

test.each([
  [0, 1, 0],
  [3, 1, 1],
  [40, 1, 0],
  [40, -1, 1],
  [3, -1, 2],
  [0, -1, 2],
] as const)('from line %i by %i it goes to hit %i', (from, by, index) => {
  expect(stepTo(hits, from, by)).toBe(index)
})

test('without a hit it goes nowhere', () => {
  expect(stepTo([], 5, 1)).toBeNull()
})

test.each([
  [-1, 0, true, false, 'Searching…'],
  [-1, 0, false, false, 'No matches'],
  [-1, 1, false, false, '1 match'],
  [-1, 12, true, false, '12+ matches'],
  [2, 128, false, false, '3 of 128'],
  [2, 20_000, false, true, '3 of 20,000+'],
])('hit %i of %i is shown as %s', (index, count, isSearching, isFull, text) => {
  expect(hitText(index, count, { isSearching, isFull })).toBe(text)
})
