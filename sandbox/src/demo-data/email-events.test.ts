import { expect, test } from 'vitest'
import { getUsers } from '../agencies/people.ts'
import { getProfile } from '../agencies/profile.ts'
import { demoAgencies } from './agencies.ts'
import { demoEmailEvents } from './email-events.ts'
import { demoSeed } from './seed.ts'

const now = new Date('2026-11-20T09:00:00Z')
const agencies = [...demoAgencies(20, demoSeed)]
const events = [...demoEmailEvents(agencies, now)]

test('mails are of every category, went well and badly, and none of them comes from the future', () => {
  expect(new Set(events.map(({ category }) => category))).toEqual(new Set([1, 2, 3]))
  for (const { event, sentAt, toEmail } of events) {
    expect(event).toBeGreaterThan(0)
    expect(event).toBeLessThanOrEqual(10)
    expect(sentAt.getTime()).toBeLessThanOrEqual(now.getTime())
    expect(toEmail).toMatch(/^[a-z]+\.[a-z]+@agency-\d+\.test$/)
  }
  expect(new Set(events.map(({ event }) => event)).size).toBeGreaterThan(6)
})

test('every user got a mail to confirm the address, and clicked in it when the address is confirmed', () => {
  for (const agency of agencies) {
    for (const { username, emailVerified } of getUsers(getProfile(agency))) {
      const own = events.filter((event) => event.agencyId === agency.agencyId && event.username === username)
      const asked = own.filter(({ category }) => category === 1)
      expect(asked.length).toBeGreaterThan(0)
      if (emailVerified) expect(asked.map(({ event }) => event)).toEqual([1, 3, 6, 7])
    }
  }
})
