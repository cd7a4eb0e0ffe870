import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [4242, '4.2 kB'],
  [99_960, '100 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [524_288_000, '524 MB'],
  [2_147_483_648, '2.1 GB'],
  [5_000_000_000_000, '5000 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
