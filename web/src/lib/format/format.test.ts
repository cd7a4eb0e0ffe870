import { expect, test } from 'vitest'
import { formatNumber, formatRelative, formatUtc, zoneName } from './format.ts'

const winter = '2026-11-20T02:56:23Z'

test('the name of the zone tells apart the hour that autumn repeats', () => {
  const twice = ['2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z']
  expect(twice.map((iso) => zoneName(new Date(iso), 'America/Chicago'))).toEqual(['CDT', 'CST'])
})

test('UTC text', () => {
  expect(formatUtc(new Date(winter))).toBe('2026-11-20 02:56:23 UTC')
})

test.each([
  ['2026-11-20T02:56:23Z', 'now'],
  ['2026-11-20T02:56:22Z', '1 second ago'],
  ['2026-11-19T23:56:23Z', '3 hours ago'],
  ['2026-11-19T02:56:23Z', '1 day ago'],
  ['2026-11-20T02:56:24Z', 'in 1 second'],
  ['2026-11-20T04:51:23Z', 'in 115 minutes'],
  ['2026-11-20T06:06:23Z', 'in 3 hours'],
  ['2026-11-22T02:56:22Z', 'in 47 hours'],
  ['2026-11-22T02:56:23Z', 'in 2 days'],
  ['2026-03-26T02:56:23Z', '7 months ago'],
  ['2025-11-25T02:56:23Z', '11 months ago'],
  ['2025-11-19T02:56:23Z', '1 year ago'],
])('%s is %s', (iso, text) => {
  expect(formatRelative(new Date(iso), new Date(winter))).toBe(text)
})

test('numbers', () => {
  expect([1_000_000, 0, -2, null, undefined, Number.NaN].map(formatNumber)).toEqual([
    '1,000,000',
    '0',
    '-2',
    'N/A',
    'N/A',
    'N/A',
  ])
})
