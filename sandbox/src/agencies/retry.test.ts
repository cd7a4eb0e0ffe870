import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoffMs } from './retry.ts'

test('tries grow rarer up to half a minute, and never all at once', () => {
  const failures = fc.integer({ min: 0, max: 100 })
  const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
  fc.assert(
    fc.property(failures, chance, (count, random) => {
      const wait = backoffMs(count, () => random)
      expect(wait).toBeGreaterThanOrEqual(125)
      expect(wait).toBeLessThanOrEqual(30_000)
      expect(backoffMs(count + 1, () => random)).toBeGreaterThanOrEqual(wait)
    }),
  )
  expect(backoffMs(0, () => 0.999)).toBeLessThan(250)
  expect(backoffMs(20, () => 0)).toBe(15_000)
})
