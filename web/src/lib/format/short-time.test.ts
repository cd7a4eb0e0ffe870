import { expect, test } from 'vitest'
import { shortTime } from './short-time.ts'

test.each([
  ['2026-11-20T07:41:09Z', 'America/New_York', '11/20/26, 02:41 AM'],
  ['2026-03-04T18:05:00Z', 'UTC', '03/04/26, 06:05 PM'],
  ['2026-12-31T23:59:59Z', 'UTC', '12/31/26, 11:59 PM'],
])('[LOOKUP-19] %s in %s is %s', (iso, zone, text) => {
  expect(shortTime(iso, zone)).toBe(text)
})
