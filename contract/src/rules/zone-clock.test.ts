import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toZoneClock } from './zone-clock.ts'

/** The same by the formatter alone, as ISO text without a zone. */
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
