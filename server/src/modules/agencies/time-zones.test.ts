import { expect, test } from 'vitest'
import { offsetMinutes } from './time-zones.ts'

test.each([
  ['America/Chicago', '2026-01-15T12:00:00Z', -360],
  ['America/Chicago', '2026-07-15T12:00:00Z', -300],
  ['America/Phoenix', '2026-07-15T12:00:00Z', -420],
  ['Pacific/Honolulu', '2026-07-15T12:00:00Z', -600],
  ['Pacific/Guam', '2026-07-15T12:00:00Z', 600],
  ['Asia/Kolkata', '2026-07-15T12:00:00Z', 330],
  ['Europe/London', '2026-01-15T12:00:00Z', 0],
])('%s at %s is %i minutes ahead of UTC', (zone, at, minutes) => {
  expect(offsetMinutes(zone, new Date(at))).toBe(minutes)
})
