import { expect, test } from 'vitest'
import { newerSentence, toChange, toValues } from './details-values.ts'

const read = { poolId: 1, regionId: 0, agencyType: 0, onboardingStatus: 0, domains: 1 }
const values = toValues(read)

test('only what differs from the agency is sent, with what the person has seen there', () => {
  const current = { ...read, regionId: 3 }
  expect(toChange(toValues(current), { current, seen: read })).toEqual({ to: {}, from: {} })
  const typed = { ...values, pool: '7', region: '3' }
  expect(toChange(typed, { current, seen: read })).toEqual({ to: { poolId: 7 }, from: { poolId: 1 } })
})

test('domains that were set elsewhere meanwhile stay beside the one that is set here', () => {
  const current = { ...read, domains: 3 }
  const typed = { ...toValues(current), vendor: true }
  expect(toChange(typed, { current, seen: read })).toEqual({ to: { domains: 7 }, from: { domains: 3 } })
})

test('a refusal tells what stands now in each field that was sent and changed elsewhere, and in no other', () => {
  const typed = { ...values, pool: '7', region: '2', type: '1', onboarding: '4' }
  const sent = toChange(typed, { current: read, seen: read })
  expect(newerSentence(sent, { ...read, poolId: 5, domains: 3 })).toBe(
    'Pool is 5 now. Save again to replace it.',
  )
  expect(
    newerSentence(sent, { poolId: 1, regionId: 3, agencyType: 3, onboardingStatus: 911, domains: 1 }),
  ).toBe(
    'Region is East, Agency type is Cloud Agency, Onboarding is Not Setup now. Save again to replace it.',
  )
  expect(newerSentence(sent, { ...read, domains: 3 })).toBe('')
})
