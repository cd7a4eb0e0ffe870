import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatInstant } from './instant-format.ts'
import { instantWriter } from './instant-writer.ts'

test('many instants are written as each of them is, in any order, zone and century', () => {
  const formats = [
    'MM/DD/YYYY HH:mm',
    'MM/DD/YYYY HH:mm:ss',
    'MM/DD/YYYY h:mm:ss a',
    'MMM Do YYYY h:mm:ss a',
  ] as const
  const zones = [
    'UTC',
    'America/Chicago',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Africa/Monrovia',
    'Pacific/Apia',
    'Europe/Amsterdam',
  ] as const
  const seconds = (iso: string): number => Date.parse(iso) / 1_000
  const any = fc.integer({ min: seconds('0001-01-01T00:00:00Z'), max: seconds('9999-12-31T23:59:59Z') })
  // Around clock changes: Chicago, Lord Howe, Apia (where a day is skipped), and changes by some seconds.
  const near = fc
    .tuple(
      fc.constantFrom(
        '2026-03-08T08:00:00Z',
        '2026-11-01T07:00:00Z',
        '2026-04-04T15:00:00Z',
        '2011-12-30T10:00:00Z',
        '1883-11-18T18:00:00Z',
        '1972-01-07T00:44:30Z',
        '1970-01-01T00:00:00Z',
      ),
      fc.integer({ min: -4_000, max: 4_000 }),
    )
    .map(([at, more]) => seconds(at) + more)
  fc.assert(
    fc.property(
      fc.constantFrom(...formats),
      fc.constantFrom(...zones),
      fc.array(fc.oneof(near, near, any), { minLength: 1, maxLength: 40 }),
      (format, zone, instants) => {
        const write = instantWriter(format, zone)
        const one = (at: number): string => formatInstant(new Date(at * 1_000).toISOString(), format, zone)
        expect(instants.map(write)).toEqual(instants.map(one))
      },
    ),
    { numRuns: 500 },
  )
})
