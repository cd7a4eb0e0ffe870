import { agencies } from '@agency-support/contract/modules/agencies'
import { journal } from '@agency-support/contract/modules/journal'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import { sendFile } from '../../../test/send-file.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { setFacts } from './facts-store.ts'

const server = useServer()
let ada: Awaited<ReturnType<typeof server.asNew>>
beforeAll(async () => {
  ada = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
})

const { updateDetails } = agencies
const known = async (agencyId: number) => (await ada.call(agencies.config, { agencyId })).data[0]
const rows = async (agencyId: number) =>
  (await ada.call(journal.agencyHistory, { agencyId })).data.map(({ event, before, after }) => ({
    event,
    before,
    after,
  }))

test('[TRUTH-14] pool, region, type, domains and onboarding are set with 2006, each change with one journal row', async () => {
  const agencyId = 14_000_001
  await server.agency(agencyId)
  const reader = await server.asNew({ permissions: [P.CanAccess] })
  expect((await reader.call(updateDetails, { agencyId, to: { poolId: 4 } })).status).toBe(403)
  const steps = [{ poolId: 4 }, { regionId: 3 }, { agencyType: 1 }, { domains: 6 }, { onboardingStatus: 5 }]
  const event = 'agencies.detailsChanged'
  const first = { poolId: 0, regionId: 0, agencyType: 0, domains: 0, onboardingStatus: 911 }
  for (const to of steps) {
    const { code, data } = await ada.call(updateDetails, { agencyId, to })
    expect([code, data[0]]).toEqual([0, await known(agencyId)])
    expect(await known(agencyId)).toMatchObject(to)
    const [name = ''] = Object.keys(to)
    expect((await rows(agencyId))[0]).toEqual({
      event,
      before: { [name]: first[name as keyof typeof first] },
      after: to,
    })
  }
  expect(await ada.call(updateDetails, { agencyId, to: { poolId: 4, domains: 6 } })).toMatchObject({
    code: 0,
  })
  expect(await rows(agencyId)).toHaveLength(steps.length)
  await ada.call(updateDetails, { agencyId, to: { poolId: 5, regionId: 2, domains: 6 } })
  expect((await rows(agencyId))[0]).toEqual({
    event,
    before: { poolId: 4, regionId: 3 },
    after: { poolId: 5, regionId: 2 },
  })
})

test('details that somebody else changed meanwhile are not overwritten, others are no hindrance', async () => {
  const agencyId = 14_000_002
  await server.agency(agencyId)
  const bob = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  const changedAt = server.clock.now().toISOString()
  await bob.call(updateDetails, { agencyId, to: { poolId: 1 } })
  server.clock.turn(60)
  const refused = await ada.call(updateDetails, {
    agencyId,
    to: { poolId: 2, regionId: 1 },
    from: { poolId: 0, regionId: 0 },
  })
  expect(refused).toMatchObject({
    code: 409,
    message: `${bob.person.username} changed these details at ${changedAt}. Your change was not saved.`,
  })
  expect(refused.refusal).toEqual({
    changedBy: bob.person.username,
    changedAt,
    current: await known(agencyId),
  })
  expect(await known(agencyId)).toMatchObject({ poolId: 1, regionId: 0 })
  // What is wanted is there already, whoever made it so.
  const same = await ada.call(updateDetails, { agencyId, to: { poolId: 1 }, from: { poolId: 0 } })
  expect([same.code, await rows(agencyId)]).toMatchObject([0, [{ after: { poolId: 1 } }]])
  await ada.call(updateDetails, { agencyId, to: { regionId: 1 }, from: { regionId: 0 } })
  expect(await known(agencyId)).toMatchObject({ poolId: 1, regionId: 1 })
})

test('details that somebody else is just saving are waited for, and not overwritten', async () => {
  const agencyId = 14_000_005
  await server.agency(agencyId)
  const late = await server.db.write.transaction().execute(async (tx) => {
    await setFacts(tx, agencyId, { pool_id: 1 }, { by: 'bob@support.test', at: server.clock.now() })
    const saving = ada.call(updateDetails, { agencyId, to: { poolId: 2 }, from: { poolId: 0 } })
    await untilOneWaits(tx, 'agency')
    return { saving }
  })
  expect(await late.saving).toMatchObject({ code: 409, refusal: { changedBy: 'bob@support.test' } })
  expect(await known(agencyId)).toMatchObject({ poolId: 1 })
})

test('a change by the agency’s software is told as such, a report that leaves the details alone is none', async () => {
  const agencyId = 14_000_004
  await server.agency(agencyId)
  const software = await server.software(agencyId)
  const report = (config: object) =>
    sendFile(software, { kind: 'agencyConfig', name: 'config.json' }, JSON.stringify(config))
  const refusedBy = async () => {
    const outcome = await ada.call(updateDetails, {
      agencyId,
      to: { agencyType: 2 },
      from: { agencyType: 9 },
    })
    return outcome.message.replace(/ changed these.*/, '')
  }
  expect(await refusedBy()).toBe('Somebody else')
  await ada.call(updateDetails, { agencyId, to: { poolId: 1 } })
  await report({ version: '5.5.0' })
  expect(await refusedBy()).toBe(ada.person.username)
  await report({ agencyType: 1 })
  expect(await refusedBy()).toBe('The agency’s software')
})

test('going live by hand is an activity as it is when the software tells it, and so is leaving it', async () => {
  const agencyId = 14_000_003
  await server.agency(agencyId)
  for (const to of [
    { onboardingStatus: 5 },
    { onboardingStatus: 7 },
    { poolId: 4 },
    { onboardingStatus: 6 },
    { onboardingStatus: 5 },
  ])
    await ada.call(updateDetails, { agencyId, to })
  const entries = await server.db.read
    .selectFrom('activity_event')
    .select(['category', 'change'])
    .where('agency_id', '=', agencyId)
    .orderBy('event_id')
    .execute()
  expect(entries).toEqual([
    { category: 'Cloud', change: 1 },
    { category: 'Cloud', change: -1 },
  ])
})

test('an agency that there is not has no details', async () => {
  const absent = await ada.call(updateDetails, { agencyId: 14_999_999, to: { poolId: 4 } })
  expect([absent.status, absent.code, absent.message]).toEqual([200, 2, 'Agency not found'])
})

test.each([
  [{ poolId: -1 }, 'Pool must be a whole number from 0 to 9999.'],
  [{ regionId: 4 }, 'Region must be a whole number from 0 to 3.'],
  [{ domains: 8 }, 'Domains must be a whole number from 0 to 7.'],
  [{ onboardingStatus: 9 }, 'Onboarding status must be 0 to 7 or 911.'],
  [{ agencyType: 40_000 }, 'Agency type must be a whole number from 0 to 32767.'],
])('%j is refused', async (to, message) => {
  expect(await ada.call(updateDetails, { agencyId: 14_000_001, to })).toMatchObject({ status: 400, message })
})
