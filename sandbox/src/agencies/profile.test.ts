import { ConversionErrors } from '@agency-support/contract/modules/agency-file-shapes'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { lockedOut, readSignins } from '@agency-support/contract/rules/agency-users'
import { seats } from '@agency-support/contract/modules/seats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeRecord } from '../providers/backoffice/data.ts'
import { SeededRandom } from '../random.ts'
import { firstErrors } from './conversion-errors.ts'
import { getUsers } from './people.ts'
import { activityAt, pickClientId, localMidnight, getProfile, machineConditions } from './profile.ts'
import { seatsAt } from './seats.ts'
import { pastSignIns } from './sign-ins.ts'

const zones = [
  'America/Los_Angeles',
  'America/Phoenix',
  'America/Chicago',
  'America/New_York',
  'Pacific/Honolulu',
]
const anAgency = fc.record({
  agencyId: fc.integer({ min: 1, max: 99_999_999 }),
  versionDisplay: fc.constantFrom('5.4.2', 'HS 6'),
  isOnline: fc.boolean(),
  timeZoneId: fc.constantFrom(...zones),
  status: fc.constant(2),
})
const anInstant = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })

test('an agency is the same in every run, and another one is another', () => {
  fc.assert(
    fc.property(anAgency, (facts) => {
      const profile = getProfile(facts)
      expect(getProfile({ ...facts })).toEqual(profile)
      expect(getUsers(getProfile(facts))).toEqual(getUsers(profile))
      const other = getProfile({ ...facts, agencyId: facts.agencyId + 1 })
      expect(getUsers(other)).not.toEqual(getUsers(profile))
    }),
  )
})

test('users are reported as the contract takes them, by initials that occur once', () => {
  fc.assert(
    fc.property(anAgency, (facts) => {
      const users = getUsers(getProfile(facts))
      expect(agencyUsers.reportUsers.input.parse({ users })).toEqual({ users })
      for (const { username } of users) expect(username).toMatch(/^[A-Z0-9]{3}$/)
      expect(users.length).toBeGreaterThanOrEqual(3)
    }),
  )
})

test('[AGENT-31] a locked user was locked by three wrong passwords; licences call e-signature 3 and texting 5', () => {
  let seen = 0
  for (let agencyId = 1; agencyId <= 200; agencyId += 1) {
    const profile = getProfile({
      agencyId,
      versionDisplay: '5.4.2',
      isOnline: false,
      timeZoneId: zones[0] ?? '',
      status: 2,
    })
    const users = getUsers(profile)
    const now = new Date('2026-11-20T12:00:00Z')
    const entries = pastSignIns(new SeededRandom(agencyId), profile, users, { until: now, count: 40 })
    for (const { username } of users.filter(({ status }) => status === lockedOut)) {
      seen += 1
      const log = entries.filter((entry) => entry.username === username)
      expect(readSignins(log.toReversed())).toMatch(
        /^3 × Invalid Credentials, then Locked Out from [\d.]+\.$/,
      )
    }
    const { license } = makeRecord(agencyId)
    const key = (name: string) => new RegExp(`key="(\\d+)" name="${name}"`).exec(license)?.[1]
    expect([undefined, '3']).toContain(key('E-Signature'))
    expect([undefined, '5']).toContain(key('Texting'))
  }
  expect(seen).toBeGreaterThan(50)
  const licences = Array.from({ length: 20 }, (_, at) => makeRecord(at + 1).license).join('')
  expect(licences).toContain('key="3" name="E-Signature"')
  expect(licences).toContain('key="5" name="Texting"')
})

test('sign-ins, seats and errors are reported as the contract takes them, and nothing comes from the future', () => {
  fc.assert(
    fc.property(anAgency, anInstant, (facts, now) => {
      const profile = getProfile(facts)
      const users = getUsers(profile)
      const entries = pastSignIns(new SeededRandom(1), profile, users, { until: now, count: 20 })
      const locked = users.filter(({ status }) => status === lockedOut)
      expect(agencyUsers.reportSignins.input.parse({ entries }).entries).toHaveLength(20 + 4 * locked.length)
      expect(entries.map(({ created }) => created)).toEqual(entries.map(({ created }) => created).toSorted())
      const held = seatsAt(profile, users, now)
      expect(seats.reportSeats.input.parse(held)).toEqual(held)
      expect(held.seats.length).toBeLessThanOrEqual(held.licensedSeats)
      const errors = firstErrors(profile, now)
      expect(ConversionErrors.parse({ errors })).toEqual({ errors })
      const instants = [...entries.map(({ created }) => created), ...errors.map(({ date }) => date)]
      instants.push(...held.seats.flatMap(({ tokens }) => tokens.map(({ created }) => created)))
      expect(instants.every((instant) => instant <= now.toISOString())).toBe(true)
    }),
  )
})

test('the tokens of a seat stay the same through a day, so that a released seat stays released', () => {
  fc.assert(
    fc.property(anAgency, anInstant, fc.integer({ min: 1, max: 600 }), (facts, now, minutes) => {
      const profile = getProfile(facts)
      const users = getUsers(profile)
      const later = new Date(now.getTime() + minutes * 60_000)
      // Excludes days with a clock change, which shifts everything by an hour.
      fc.pre(
        localMidnight(now, facts.timeZoneId).getTime() === localMidnight(later, facts.timeZoneId).getTime(),
      )
      const before = new Map(seatsAt(profile, users, now).seats.map((seat) => [seat.username, seat]))
      for (const seat of seatsAt(profile, users, later).seats) {
        const earlier = before.get(seat.username)
        if (earlier === undefined) continue
        expect(seat.lastSigninAt).toBe(earlier.lastSigninAt)
        expect(seat.tokens).toEqual(expect.arrayContaining(earlier.tokens))
      }
    }),
  )
})

test('of many agencies about a tenth is switched off, some are slow, full or fail, and most are well', () => {
  const many = Array.from({ length: 5_000 }, (_, at) =>
    getProfile({
      agencyId: at + 1_000_000,
      versionDisplay: '5.4.2',
      isOnline: false,
      timeZoneId: 'America/Chicago',
      status: 2,
    }),
  )
  const share = (wanted: (typeof machineConditions)[number]) =>
    many.filter(({ condition }) => condition === wanted).length / 5_000
  expect(share('offline')).toBeCloseTo(0.1, 1)
  expect(share('steady')).toBeGreaterThan(0.65)
  for (const condition of machineConditions) expect(share(condition)).toBeGreaterThan(0.03)
})

test('the demo agencies with a number of their own have the machineConditions described for them, an unused one is switched off', () => {
  const facts = { versionDisplay: '5.4.2', isOnline: false, timeZoneId: 'America/Chicago', status: 2 }
  expect(getProfile({ ...facts, agencyId: 6938 }).condition).toBe('steady')
  expect(getProfile({ ...facts, agencyId: 13141 }).condition).toBe('syncErrors')
  expect(getProfile({ ...facts, agencyId: 6938, status: 0 }).condition).toBe('offline')
})

test('client ids have eight digits and are of the clients there are', () => {
  fc.assert(
    fc.property(anAgency, fc.integer(), (facts, seed) => {
      const profile = getProfile(facts)
      const clientId = pickClientId(new SeededRandom(seed), profile)
      expect(clientId).toMatch(/^[0-9]{8}$/)
      expect(Number(clientId)).toBeLessThanOrEqual(profile.clients)
    }),
  )
})

test('there is bustle in the office hours of the place, and none at night', () => {
  const morningInNewYork = new Date('2026-11-18T14:30:00Z')
  expect(activityAt(morningInNewYork, 'America/New_York')).toBe(1)
  expect(activityAt(morningInNewYork, 'Pacific/Honolulu')).toBeLessThan(0.1)
  expect(activityAt(new Date('2026-11-21T16:00:00Z'), 'America/New_York')).toBeLessThan(0.5)
  expect(localMidnight(morningInNewYork, 'America/New_York')).toEqual(new Date('2026-11-18T05:00:00Z'))
})
