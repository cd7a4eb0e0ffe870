import { expect, test } from 'vitest'
import { count, digits, idList } from './masks.ts'

test.each([
  ['6938', '6938'],
  ['0000-6938', '00006938'],
  ['6 938\n', '6938'],
  ['\u200b6938', '6938'],
  ['６９３８', '6938'],
  ['123456789', '12345678'],
  ['abc', ''],
])('agency id: %j becomes %j', (typed, kept) => {
  expect(digits(8).clean(typed)).toBe(kept)
})

test('a paste that is cut says so', () => {
  expect(digits(8).cut?.('123456789012')).toBe('Pasted 12 digits, kept the first 8.')
  expect(digits(8).cut?.('1234 5678')).toBeNull()
  expect(idList.cut?.('123456789,12')).toBe('Kept the first 8 digits of 1 id.')
})

test.each([
  ['1000000', '1,000,000'],
  ['999', '999'],
  ['1000', '1,000'],
  ['', ''],
])('count %s is shown as %s', (value, shown) => {
  expect(count(7).show?.(value)).toBe(shown)
})

test.each([
  ['12345678,87654321', '12345678,87654321'],
  ['12345678, 87654321', '12345678,87654321'],
  ['12345678\n87654321\n', '12345678,87654321,'],
  ['123456789,1', '12345678,1'],
  ['12345678,', '12345678,'],
  ['12345678.', '12345678,'],
  [',,1', '1'],
])('client ids %j become %j', (typed, kept) => {
  expect(idList.clean(typed)).toBe(kept)
})

test("a phone's keyboard for a list has a key that ends an id", () => {
  expect([idList.inputMode, digits(8).inputMode]).toEqual(['decimal', 'numeric'])
})
