import { seats } from '@agency-support/contract/modules/seats'
import { P } from '@agency-support/contract/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'

const agentKey = 'the-key-of-the-agencies-software-here'
const authorization = `Bearer ${agentKey}`
const given = {
  agencyId: 6938,
  requestedBy: 'ABC',
  quantity: -3,
  targetSeatTotal: 12,
  firstName: '=SUM(A1)',
  lastName: 'Łukasik',
  email: 'a.lukasik@agency.test',
}
let server: TestServer

beforeAll(async () => {
  server = await testServer({ config: { agentKey } })
  await server.agency(6938, 'Smith Insurance')
})
afterAll(() => server.close())

test('an agency files a request: it is to do, and the agency stands in the journal', async () => {
  const software = await server.as(null)
  const { code, data } = await software.call(seats.fileRequest, given, { authorization })
  expect(code).toBe(0)
  const filed = {
    ...given,
    warnings: '',
    status: 1,
    processedBy: null,
    version: 1,
    agencyName: 'Smith Insurance',
  }
  expect(data).toMatchObject([filed])
  const manager = await server.asNew({ permissions: [P.CanAccess, P.SeatManagement] })
  const { data: listed } = await manager.call(seats.requests, { status: 1 })
  expect(listed).toEqual(data)
  const entries = await server.db.read
    .selectFrom('journal')
    .select(['actor_kind', 'actor', 'agency_id', 'after'])
    .where('event', '=', 'seats.requestFiled')
    .execute()
  expect(entries).toEqual([
    {
      actor_kind: 'agency',
      actor: '00006938',
      agency_id: 6938,
      after: { requestedBy: 'ABC', quantity: -3, targetSeatTotal: 12 },
    },
  ])
})

test('without the key nothing is filed', async () => {
  const admin = await server.asNew({ permissions: Object.values(P) })
  for (const headers of [{}, { authorization: 'Bearer another-key-of-the-same-length-as-it' }])
    expect((await admin.call(seats.fileRequest, given, headers)).status).toBe(401)
})

test('an agency that is not there and text that no database keeps are refused', async () => {
  const software = await server.as(null)
  const absent = await software.call(seats.fileRequest, { ...given, agencyId: 4_040_404 }, { authorization })
  expect([absent.status, absent.code, absent.message]).toEqual([200, 2, 'Agency not found'])
  for (const bad of [
    { firstName: 'a\0b' },
    { lastName: '\ud800' },
    { quantity: 1e9 },
    { email: 'x'.repeat(255) },
  ])
    expect((await software.call(seats.fileRequest, { ...given, ...bad }, { authorization })).status).toBe(400)
})
