import { expect, test } from 'vitest'
import { isOnboardingStatus, parseTimeZone } from './agency-facts.ts'

test.each([
  ['America/Chicago', 'America/Chicago'],
  ['america/new_york', 'America/New_York'],
  ['Pacific/Honolulu', 'Pacific/Honolulu'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
])('the time zone %s is %s', (name, zone) => {
  // The runtime may choose between two names of one place.
  const found = parseTimeZone(name)
  expect(found?.split('/').at(-1)).toBe(zone.split('/').at(-1))
})

test.each(['', 'Central Standard Time', '+01:00', 'America', 'Mars/Base', '../etc', `A${'a'.repeat(60)}`])(
  '%j is no time zone',
  (name) => {
    expect(parseTimeZone(name)).toBeUndefined()
  },
)

test('onboarding goes from 0 to 7, or is 911', () => {
  expect([0, 7, 911].every(isOnboardingStatus)).toBe(true)
  expect([-1, 8, 910, 1.5].some(isOnboardingStatus)).toBe(false)
})
