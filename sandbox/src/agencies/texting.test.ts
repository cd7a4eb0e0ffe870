import { texting } from '@agency-support/contract/modules/texting'
import { expect, test } from 'vitest'
import { getProfile, type Profile } from './profile.ts'
import { getTexting, pastMessages, setUpEvents } from './texting.ts'

const now = new Date('2026-11-22T10:00:00Z')
const toProfile = (agencyId: number, isOnline = false): Profile =>
  getProfile({ agencyId, versionDisplay: '5.4.2', isOnline, timeZoneId: 'America/Chicago', status: 2 })

const many = Array.from({ length: 400 }, (_, at) => toProfile(50_000 + at))

test('some agencies text, among them those without a campaign and those without a number; online ones never do', () => {
  const all = many.flatMap((profile) => getTexting(profile) ?? [])
  expect(all.length).toBeGreaterThan(100)
  expect(all.length).toBeLessThan(250)
  expect(all.some(({ phone }) => phone === undefined)).toBe(true)
  expect(all.some(({ tcrNumber }) => tcrNumber === undefined)).toBe(true)
  expect(all.every(({ phone, tcrNumber }) => phone !== undefined || tcrNumber !== undefined)).toBe(true)
  expect(getTexting(toProfile(6938))).toMatchObject({
    phone: expect.any(String),
    tcrNumber: expect.any(String),
  })
  expect(getTexting(toProfile(6938, true))).toBeUndefined()
})

test('no two agencies have one number', () => {
  const phones = many.flatMap((profile) => getTexting(profile)?.phone ?? [])
  expect(new Set(phones).size).toBe(phones.length)
})

test('what they tell is as the contract wants it, and the same in every run', () => {
  for (const profile of [toProfile(6938), ...many.slice(0, 40)]) {
    const own = getTexting(profile)
    if (own === undefined) continue
    const events = setUpEvents(profile, own, now)
    expect(texting.reportSetUp.input.safeParse({ events }).success).toBe(true)
    expect(setUpEvents(profile, own, now)).toEqual(events)
    const messages = pastMessages(profile, own.phone ?? '8015550142', now, 50)
    expect(texting.reportMessages.input.safeParse({ events: messages }).error).toBeUndefined()
    expect(new Set(messages.map(({ id }) => id)).size).toBe(50)
    expect(messages.every(({ at }) => at <= now.toISOString())).toBe(true)
  }
})
