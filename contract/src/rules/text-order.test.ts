import { expect, test } from 'vitest'
import { compareText } from './text-order.ts'

test('names are in order whatever their case and accents, and numbers in them by size', () => {
  expect(['b', 'A', 'a10', 'a9'].sort(compareText)).toEqual(['A', 'a9', 'a10', 'b'])
  expect(compareText('Lee', 'lee')).toBe(0)
  expect(compareText('José', 'Jose')).toBe(0)
})
