import { esignature } from '@agency-support/contract/modules/esignature'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoAgencies } from '../demo-data/agencies.ts'
import { startFormstack } from '../providers/formstack/start.ts'
import { staticToken } from '../providers/formstack/state.ts'
import { getEsignature, toEvents } from './esignature.ts'
import { seedFormstack } from './seed-formstack.ts'
import { getUsers } from './people.ts'
import { getProfile } from './profile.ts'

const facts = { versionDisplay: '5.4.2', isOnline: false, timeZoneId: 'America/Chicago', status: 2 }
const today = new Date('2026-11-20T15:00:00Z')

function makeAccount(agencyId: number) {
  const profile = getProfile({ ...facts, agencyId })
  return getEsignature(profile, getUsers(profile), today)
}

test('e-signature is reported as the contract takes it, the same in every run of a day, and not from the future', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), (agencyId) => {
      const own = makeAccount(agencyId)
      expect(makeAccount(agencyId)).toEqual(own)
      if (own === undefined) return
      const events = toEvents(own)
      expect(esignature.report.input.parse({ events })).toEqual({ events })
      for (const { at } of events) expect(Date.parse(at)).toBeLessThan(today.getTime())
    }),
  )
})

test('the agencies that pages describe are subscribed, cancelled and without e-signature', () => {
  expect(makeAccount(6938)).toMatchObject({ groupId: '400006938', cancelledAt: undefined })
  expect(makeAccount(13141)?.cancelledAt).toBeInstanceOf(Date)
  expect(makeAccount(8951)).toBeUndefined()
})

test('Formstack has the accounts of everybody whose address is confirmed, also those the agency does not know', async () => {
  const emulator = await startFormstack()
  try {
    const [smith] = demoAgencies(1, 1)
    if (smith === undefined) throw new Error('no demo agency')
    await seedFormstack(emulator.url, [smith], today)
    const headers = { authorization: `Bearer ${staticToken}` }
    const answer = await fetch(`${emulator.settings.baseUrl}/Groups/400006938`, { headers })
    const group = (await answer.json()) as { members: { display: string }[] }
    const confirmed = makeAccount(6938)?.signers.filter(({ isValidated }) => isValidated) ?? []
    expect(group.members.map(({ display }) => display)).toEqual(confirmed.map(({ email }) => email))
    expect(confirmed.some(({ knowsAccount }) => !knowsAccount)).toBe(true)
  } finally {
    await emulator.close()
  }
})
