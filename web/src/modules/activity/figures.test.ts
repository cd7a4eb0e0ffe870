import { expect, test } from 'vitest'
import { withKeys } from './figures.ts'

test('additions that look alike are told apart', () => {
  const one = { cat: 'Vendor', agencyId: 7, dt: '2026-03-01T10:00:00.000Z' } as const
  const keys = withKeys([one, { ...one, agencyId: 8 }, one]).map(([key]) => key)
  expect(new Set(keys).size).toBe(3)
  expect(withKeys([one])[0]?.[0]).toBe(keys[0])
})
