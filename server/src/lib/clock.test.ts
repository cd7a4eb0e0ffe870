import { expect, test } from 'vitest'
import { toApart } from './clock.ts'

test('clocks are apart only by what the time of an answer does not explain', () => {
  const at = new Date(100_000)
  expect([toApart(at, 99_000, 104_000), toApart(at, 90_000, 95_000), toApart(at, 103_000, 104_000)]).toEqual([
    0, -5_000, 3_000,
  ])
})
