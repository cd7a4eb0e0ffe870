import { marketplace } from '@agency-support/contract/modules/marketplace'
import { toRegistrationStatus } from '@agency-support/contract/rules/marketplace'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marketplaceAt, pastMarketplace } from './marketplace.ts'
import { getUsers } from './people.ts'
import { getProfile } from './profile.ts'

const facts = { versionDisplay: '5.4.2', isOnline: false, timeZoneId: 'America/Chicago', status: 2 }
const today = new Date('2026-11-20T15:00:00Z')
const products = ['Mail', 'Quotes', 'Claims'].map((name, at) => ({ id: at + 3, name }))

function toldBy(agencyId: number) {
  const profile = getProfile({ ...facts, agencyId })
  const users = getUsers(profile)
  const past = () => pastMarketplace(profile, users, products, today)
  return { past, now: marketplaceAt(profile, users, products, today) }
}

test('the marketplace is reported as the contract takes it, the same in every run of a day, and not from the future', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), (agencyId) => {
      const { past, now } = toldBy(agencyId)
      const events = past()
      expect(past()).toEqual(events)
      for (const reported of [events, now]) {
        const { events: taken } = marketplace.report.input.parse({ events: reported })
        expect(taken.map(({ id }) => id)).toEqual(reported.map(({ id }) => id))
        expect(new Set(reported.map(({ id }) => id)).size).toBe(reported.length)
      }
      for (const { at } of [...events, ...now]) expect(Date.parse(at)).toBeLessThanOrEqual(today.getTime())
    }),
  )
})

test('the first agency has registrations in all three states, and agencies together have everything else', () => {
  const events = toldBy(6938).past()
  const confirmed = new Set(events.flatMap((event) => (event.kind === 'confirmed' ? [event.initials] : [])))
  const states = events.flatMap((event) =>
    event.kind === 'registered'
      ? [
          toRegistrationStatus(
            { confirmed: confirmed.has(event.initials), codeExpiration: event.codeExpiration },
            today.getTime(),
          ),
        ]
      : [],
  )
  expect(new Set(states)).toEqual(new Set(['Expired', 'Pending', 'Registered']))
  const kinds = [6938, 8951, 13141, 12345, 99999103, 1, 2, 3, 4, 5].flatMap((id) =>
    toldBy(id)
      .past()
      .map(({ kind }) => kind),
  )
  expect(new Set(kinds).size).toBe(8)
})
