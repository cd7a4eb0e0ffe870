import { expect, test } from 'vitest'
import { getBounds } from './buckets.ts'

// A Sunday.
const now = new Date('2026-11-22T10:20:30Z')
const bounds = (interval: 'hour' | 'day' | 'week' | 'month', intervalPeriod: number, at = now) =>
  getBounds(at, { interval, intervalPeriod }, 5).map((bound) => bound.toISOString().slice(0, 13))

test.each([
  ['hour', 1, ['11-22T06', '11-22T07', '11-22T08', '11-22T09', '11-22T10', '11-22T11']],
  ['hour', 6, ['11-21T06', '11-21T12', '11-21T18', '11-22T00', '11-22T06', '11-22T12']],
  ['day', 1, ['11-18T00', '11-19T00', '11-20T00', '11-21T00', '11-22T00', '11-23T00']],
  ['week', 1, ['10-19T00', '10-26T00', '11-02T00', '11-09T00', '11-16T00', '11-23T00']],
  ['month', 1, ['07-01T00', '08-01T00', '09-01T00', '10-01T00', '11-01T00', '12-01T00']],
] as const)(
  '[PROV-72] five spans of %s times %i are aligned to UTC, the last one running',
  (interval, period, expected) => {
    expect(bounds(interval, period)).toEqual(expected.map((bound) => `2026-${bound}`))
  },
)

test('spans of several months begin with the year where they divide it', () => {
  expect(bounds('month', 3).slice(-2)).toEqual(['2026-10-01T00', '2027-01-01T00'])
  expect(bounds('month', 12).slice(-2)).toEqual(['2026-01-01T00', '2027-01-01T00'])
})

test('the first instant of a span belongs to it', () => {
  expect(bounds('week', 1, new Date('2026-11-23T00:00:00Z')).at(-2)).toBe('2026-11-23T00')
})
