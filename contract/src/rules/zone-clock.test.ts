import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { toZoneClock } from './zone-clock.ts'

/** The same, only by the formatter, as ISO text without a zone. */
function readClock(instant: Date, zone: string): string {
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(instant)
  return shown.replace(' ', 'T')
}

const toClock = (instant: Date, zone: string): string => toZoneClock(instant, zone).toISOString().slice(0, 19)

test('the clocks of every zone are what the formatter says, at any time of a century', () => {
  const instant = fc.date({ min: new Date('1950-01-01'), max: new Date('2050-01-01'), noInvalidDate: true })
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  fc.assert(
    fc.property(instant, zone, (at, name) => {
      expect(toClock(at, name)).toBe(readClock(at, name))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['America/Chicago', '2026-03-08T00:00:00Z'],
  ['America/Chicago', '2026-11-01T00:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T00:00:00Z'],
  ['America/St_Johns', '2010-11-07T00:00:00Z'],
  ['Pacific/Apia', '2011-12-30T00:00:00Z'],
  ['Africa/Casablanca', '2026-02-15T00:00:00Z'],
])('on a day on which the clocks of %s change, they are right at every minute: %s', (zone, day) => {
  const start = Date.parse(day)
  const wrong = Array.from({ length: 24 * 60 }, (_, minute) => new Date(start + minute * 60_000)).filter(
    (at) => toClock(at, zone) !== readClock(at, zone),
  )
  expect(wrong).toEqual([])
})

test('the formatter is asked for a day, not for each of its instants, and of long ago it forgets', () => {
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  const zone = 'America/Chicago'
  const hour = 3_600_000
  const clocks = (from: string, count: number, step: number) => {
    const before = asked.mock.calls.length
    for (let at = 0; at < count; at += 1) toZoneClock(new Date(Date.parse(from) + at * step), zone)
    return asked.mock.calls.length - before
  }
  const [first, second, change] = ['2031-05-01', '2031-05-02', '2031-03-09']
  expect(clocks(first, 24, hour)).toBe(3)
  expect(clocks(second, 24, hour)).toBe(3)
  expect(clocks(first, 24, hour)).toBe(0)
  // On a day with a clock change the formatter is asked for each instant, and once for the day itself.
  expect(clocks(change, 24, hour)).toBe(3 + 24)
  expect(clocks('1901-01-01', 4_000, 24 * hour)).toBeGreaterThan(0)
  expect(clocks(first, 24, hour)).toBe(3)
  asked.mockRestore()
})

test('a zone has one formatter', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  for (const day of ['2032-01-01', '2032-01-02', '2032-01-03']) toZoneClock(new Date(day), 'Asia/Kathmandu')
  expect(made.mock.calls.length).toBeLessThanOrEqual(1)
  made.mockRestore()
})
