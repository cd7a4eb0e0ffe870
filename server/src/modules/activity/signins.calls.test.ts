import { activity } from '@agency-support/contract/modules/activity'
import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'

/** The software of a new agency of this type and region. */
async function openSoftware(server: TestServer, agencyId: number, agencyType: number, regionId: number) {
  const software = await server.software(agencyId)
  const staff = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  const saved = await staff.call(agencies.updateDetails, { agencyId, to: { agencyType, regionId } })
  expect([saved.code, saved.message]).toEqual([0, ''])
  return software
}

const entry = (created: string, outcome = 0, username = 'ABC') => ({
  username,
  created,
  outcome,
  ip: '10.0.0.4',
  hostname: 'FRONT-1',
})
const noneIn = (period: string) => ({ period, locals: 0, kotter: 0, opusW: 0, opusE: 0, opusE2: 0 })

test('[MKT-79] [MKT-80] [RPT-SIGNINS-09] [RPT-SIGNINS-11] three hours are 19 rows of ten minutes with what succeeded, zeros included', async () => {
  await using server = await testServer()
  // The time is now 09:05.
  server.clock.turn(5 * 60)
  const locals = await openSoftware(server, 1, 0, 3)
  const kotter = await openSoftware(server, 2, 1, 0)
  const reader = await server.asNew()
  const none = await reader.call(activity.signins, { hours: 3 })
  expect([none.status, none.code, none.message, none.data]).toEqual([
    200,
    2,
    'No events found for the requested timeframe',
    [],
  ])

  await locals.call(agencyUsers.reportSignins, {
    entries: [
      entry('2026-11-20T05:59:59.999Z'),
      entry('2026-11-20T06:00:00.000Z'),
      entry('2026-11-20T06:09:59.999Z'),
      entry('2026-11-20T09:04:00.000Z'),
      // Failed, and locked out.
      entry('2026-11-20T09:04:00.000Z', 3),
      entry('2026-11-20T09:04:00.000Z', 4),
      entry('2026-11-20T09:10:00.000Z'),
    ],
  })
  await kotter.call(agencyUsers.reportSignins, { entries: [entry('2026-11-20T08:10:00.000Z')] })
  const { code, data } = await reader.call(activity.signins, { hours: 3 })
  expect([code, data.length]).toEqual([0, 19])
  expect(data[0]).toEqual({ ...noneIn('06:00'), locals: 2 })
  expect(data[1]).toEqual(noneIn('06:10'))
  expect(data[13]).toEqual({ ...noneIn('08:10'), kotter: 1 })
  expect(data[18]).toEqual({ ...noneIn('09:00'), locals: 1 })
})

test('[MKT-78] a sign-in stays where it was counted when the agency moves on', async () => {
  await using server = await testServer()
  const reader = await server.asNew()
  const columns = [
    ['locals', 0, 0],
    ['kotter', 1, 0],
    ['opusW', 2, 1],
    ['opusE', 4, 3],
    ['opusE2', 3, 2],
  ] as const
  for (const [at, [, type, region]] of columns.entries()) {
    const software = await openSoftware(server, at + 1, type, region)
    const entries = Array.from({ length: at + 1 }, (_, user) =>
      entry('2026-11-20T09:00:00.000Z', 0, `U${user}`),
    )
    await software.call(agencyUsers.reportSignins, { entries })
  }
  await server.db.write.updateTable('agency').set({ agency_type: 0 }).execute()
  const { data } = await reader.call(activity.signins, { hours: 1 })
  expect(data.at(-1)).toEqual({ period: '09:00', locals: 1, kotter: 2, opusW: 3, opusE: 4, opusE2: 5 })
})

test.each([0, 25, 1.5])('[MKT-79] %d hours cannot be asked for', async (hours) => {
  await using server = await testServer()
  const reader = await server.asNew()
  const got = await reader.call(activity.signins, { hours })
  expect([got.status, got.message]).toEqual([400, 'hours must be a whole number from 1 to 24.'])
})
