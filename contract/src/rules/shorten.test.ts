import { expect, test } from 'vitest'
import { shorten } from './shorten.ts'

test('a longer text ends after its last whole character that fits, without spaces', () => {
  expect(shorten('', 3)).toBe('')
  expect(shorten('abc', 3)).toBe('abc')
  expect(shorten('abcd', 3)).toBe('abc…')
  expect(shorten('ab cd', 3)).toBe('ab…')
  expect(shorten('ab🔥', 3)).toBe('ab…')
  expect(shorten('a🔥cd', 3)).toBe('a🔥…')
})
