import { expect, test } from 'vitest'
import {
  isDay,
  isPartOf,
  lastMonth,
  liesWithin,
  monthBefore,
  quickRanges,
  readRange,
  toInstants,
} from './days.ts'

test('[RPT-SUBEVENTS-10] one month back ends at the month’s last day', () => {
  const before = (day: string) => monthBefore(day)
  expect(['2026-03-31', '2028-03-31', '2026-11-22', '2026-01-31', '2026-12-31'].map(before)).toEqual([
    '2026-02-28',
    '2028-02-29',
    '2026-10-22',
    '2025-12-31',
    '2026-11-30',
  ])
  expect(lastMonth(new Date(2026, 10, 22, 23, 59, 59))).toEqual({ start: '2026-10-22', end: '2026-11-22' })
})

test('[RPT-SUBEVENTS-08] an event lies within the range by its local date, both days included', () => {
  const range = { start: '2026-11-01', end: '2026-11-02' }
  const local = (...parts: [number, number, number, number, number]) => new Date(2026, ...parts).toISOString()
  const within = [
    local(9, 31, 23, 59, 59),
    local(10, 1, 0, 0, 0),
    local(10, 2, 23, 59, 59),
    local(10, 3, 0, 0, 0),
  ]
  expect(within.map((at) => liesWithin(at, range))).toEqual([false, true, true, false])
  expect(toInstants(range)).toEqual({ from: within[1], to: within[3] })
})

test('quick ranges go through today: 30 days with today, and the month and the year so far', () => {
  const ranges = (now: Date) => quickRanges(now).map(({ range }) => range)
  expect(ranges(new Date(2026, 2, 1, 23, 59))).toEqual([
    { start: '2026-01-31', end: '2026-03-01' },
    { start: '2026-03-01', end: '2026-03-01' },
    { start: '2026-01-01', end: '2026-03-01' },
  ])
})

test('days that no calendar has and years that are being typed are none', () => {
  expect(['2026-02-28', '2026-02-29', '0026-02-01', '2026-2-1', ''].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

test('a range of the address holds where it makes sense, else the last month does', () => {
  const now = new Date(2026, 10, 22, 12)
  const usual = { start: '2026-10-22', end: '2026-11-22' }
  expect(readRange({ start: '', end: 'soon' }, now)).toEqual(usual)
  expect(readRange({ start: '2026-01-01', end: '' }, now)).toEqual({ ...usual, start: '2026-01-01' })
  expect(readRange({ start: '2026-12-01', end: '2026-11-30' }, now)).toEqual(usual)
  const oneDay = { start: '2026-11-20', end: '2026-11-20' }
  expect(readRange(oneDay, now)).toEqual(oneDay)
  expect(isPartOf({ start: '2026-11-01', end: '2026-11-02' }, usual)).toBe(true)
  expect(isPartOf({ start: '2026-10-21', end: '2026-11-02' }, usual)).toBe(false)
})
