import { expect, test } from 'vitest'
import { digits } from '../../../ui/masks.ts'
import { fullClientId } from './client-id.ts'

test.each([
  ['12345678', '12345678'],
  ['938', '00000938'],
  ['0', '00000000'],
  ['', undefined],
  ['123456789', undefined],
  ['1234abcd', undefined],
])('%j stands for client %s', (typed, full) => {
  expect(fullClientId(typed)).toBe(full)
})

test('[LOOKUP-01] the field keeps eight digits and nothing else', () => {
  const { clean } = digits(8)
  expect(clean('12-34 56a78\n')).toBe('12345678')
  expect(clean('1234567890')).toBe('12345678')
})
