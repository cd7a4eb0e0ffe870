import { describe, expect, test } from 'vitest'
import { formatInstant, type InstantFormat, ordinal, toInstant } from './instant-format.ts'

const winter = '2026-11-20T02:56:23Z'

describe('formatInstant', () => {
  test.each<[InstantFormat, string]>([
    ['MM/DD/YYYY HH:mm', '11/19/2026 21:56'],
    ['MM/DD/YYYY HH:mm:ss', '11/19/2026 21:56:23'],
    ['MM/DD/YYYY h:mm:ss a', '11/19/2026 9:56:23 pm'],
    ['MMM Do YYYY h:mm:ss a', 'Nov 19th 2026 9:56:23 pm'],
  ])('writes %s', (format, text) => {
    expect(formatInstant(winter, format, 'America/New_York')).toBe(text)
  })

  test.each([
    ['UTC', '11/20/2026 02:56:23'],
    ['America/Los_Angeles', '11/19/2026 18:56:23'],
    ['Asia/Kathmandu', '11/20/2026 08:41:23'],
    ['Pacific/Apia', '11/20/2026 15:56:23'],
  ])('moves the day with the zone: %s', (zone, text) => {
    expect(formatInstant(winter, 'MM/DD/YYYY HH:mm:ss', zone)).toBe(text)
  })

  test('jumps over the hour that spring takes away', () => {
    const zone = 'America/Chicago'
    expect(formatInstant('2026-03-08T07:59:59Z', 'MM/DD/YYYY HH:mm:ss', zone)).toBe('03/08/2026 01:59:59')
    expect(formatInstant('2026-03-08T08:00:00Z', 'MM/DD/YYYY HH:mm:ss', zone)).toBe('03/08/2026 03:00:00')
  })

  test('shows the hour that autumn repeats twice', () => {
    const zone = 'America/Chicago'
    const first = '2026-11-01T06:30:00Z'
    const second = '2026-11-01T07:30:00Z'
    expect(formatInstant(first, 'MM/DD/YYYY HH:mm', zone)).toBe('11/01/2026 01:30')
    expect(formatInstant(second, 'MM/DD/YYYY HH:mm', zone)).toBe('11/01/2026 01:30')
  })

  test('without a zone it writes what this machine’s own zone gives', () => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
    for (const iso of [
      winter,
      '2026-03-08T07:59:59Z',
      '2026-07-01T12:00:00Z',
      '1999-12-31T23:59:59Z',
      '0999-06-05T04:03:02Z',
    ])
      for (const format of ['MM/DD/YYYY HH:mm:ss', 'MMM Do YYYY h:mm:ss a'] as const)
        expect(formatInstant(iso, format)).toBe(formatInstant(iso, format, own))
  })

  test('names each month by three letters', () => {
    const names = Array.from({ length: 12 }, (_, at) =>
      formatInstant(`2026-${String(at + 1).padStart(2, '0')}-05T12:00:00Z`, 'MMM Do YYYY h:mm:ss a', 'UTC'),
    ).map((text) => text.slice(0, 4))
    expect(names.join('')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec ')
  })

  test('noon is 12 pm and midnight 12 am, or 00 on the long clock', () => {
    expect(formatInstant('2026-01-01T12:00:00Z', 'MM/DD/YYYY h:mm:ss a', 'UTC')).toBe(
      '01/01/2026 12:00:00 pm',
    )
    expect(formatInstant('2026-01-01T00:00:00Z', 'MM/DD/YYYY h:mm:ss a', 'UTC')).toBe(
      '01/01/2026 12:00:00 am',
    )
    expect(formatInstant('2026-01-01T00:00:00Z', 'MM/DD/YYYY HH:mm', 'UTC')).toBe('01/01/2026 00:00')
  })

  test.each<[string, string, string]>([
    ['9999-12-31T23:59:59Z', 'UTC', '12/31/9999 23:59'],
    ['9999-12-31T23:59:59.9999999Z', 'UTC', '12/31/9999 23:59'],
    ['9999-12-31T00:00:00Z', 'Pacific/Kiritimati', '12/31/9999 14:00'],
    ['0001-01-02T00:00:00Z', 'UTC', '01/02/0001 00:00'],
  ])('the odd end %s is a date in %s: %s', (iso, zone, text) => {
    expect(formatInstant(iso, 'MM/DD/YYYY HH:mm', zone)).toBe(text)
  })

  test.each([null, undefined, '', '0001-01-01T00:00:00Z', '0001-01-01', 'soon'])('%s is N/A', (iso) => {
    expect(formatInstant(iso, 'MM/DD/YYYY HH:mm')).toBe('N/A')
    expect(toInstant(iso)).toBeNull()
  })
})

test('ordinals', () => {
  expect([1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 23, 30, 31].map(ordinal).join(' ')).toBe(
    '1st 2nd 3rd 4th 10th 11th 12th 13th 21st 22nd 23rd 30th 31st',
  )
})
