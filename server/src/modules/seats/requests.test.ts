import { seats, type SeatRequest } from '@agency-support/contract/modules/seats'
import { P } from '@agency-support/contract/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'

let server: TestServer
let manager: TestClient

beforeAll(async () => {
  server = await testServer()
  manager = await server.asNew({ permissions: [P.CanAccess, P.SeatManagement] })
  await server.agency(6938, 'Smith, Jones')
  await server.agency(12345, 'Beacon Online')
  await server.db.write
    .updateTable('agency')
    .set({ is_online: true, agency_type: 3 })
    .where('agency_id', '=', 12345)
    .execute()
  await server.db.write
    .insertInto('seat_request')
    .values([
      request(6938, 1, 0),
      request(12345, 2, 1, { processed_by: 'ada@support.test', processed_at: daysAgo(0.5), version: 2 }),
      request(6938, 4, 3, { processed_by: 'ben@support.test', processed_at: daysAgo(2), version: 3 }),
      request(6938, 4, 40),
    ])
    .execute()
})
afterAll(() => server.close())

function daysAgo(days: number): Date {
  return new Date(server.clock.now().getTime() - days * 86_400_000)
}

function request(agencyId: number, status: number, days: number, more: object = {}) {
  return {
    requested_at: daysAgo(days),
    agency_id: agencyId,
    requested_by: 'ABC',
    quantity: -2,
    target_seat_total: 15,
    first_name: 'Maria',
    last_name: 'Lopez',
    email: 'maria@agency.test',
    warnings: 'Above the contract.',
    status,
    ...more,
  }
}

async function list(input: { status?: 1 | 2 | 3 | 4 | 8 | null; daysBack?: number | null }) {
  const { data } = await manager.call(seats.requests, input)
  return data.map(({ status, requestedDate }: SeatRequest) => [
    status,
    Math.round((server.clock.now().getTime() - Date.parse(requestedDate)) / 86_400_000),
  ])
}

test('[SEAT-REPORT-20] the call answers all requests, newest first, and narrows them by status and days', async () => {
  const all = [
    [1, 0],
    [2, 1],
    [4, 3],
    [4, 40],
  ]
  expect(await list({ status: 8, daysBack: 0 })).toEqual(all)
  expect(await list({})).toEqual(all)
  expect(await list({ status: null, daysBack: null })).toEqual(all)
  expect(await list({ status: 3 })).toEqual([
    [1, 0],
    [2, 1],
  ])
  expect(await list({ status: 1 })).toEqual([[1, 0]])
  expect(await list({ status: 2 })).toEqual([[2, 1]])
  expect(await list({ status: 4, daysBack: 0 })).toEqual([
    [4, 3],
    [4, 40],
  ])
  expect(await list({ status: 4, daysBack: 7 })).toEqual([[4, 3]])
  expect(await list({ status: 8, daysBack: 3 })).toEqual(all.slice(0, 3))
})

test('[SEAT-REPORT-19] a request carries its own fields, and name, type and online of its agency now', async () => {
  const { data } = await manager.call(seats.requests, { status: 2 })
  const [stored] = await server.db.read
    .selectFrom('seat_request')
    .select('seat_request_id')
    .where('status', '=', 2)
    .execute()
  expect(data).toEqual([
    {
      id: stored?.seat_request_id,
      requestedDate: daysAgo(1).toISOString(),
      agencyId: 12345,
      agencyName: 'Beacon Online',
      requestedBy: 'ABC',
      quantity: -2,
      targetSeatTotal: 15,
      agencyType: 3,
      agencyOnline: true,
      firstName: 'Maria',
      lastName: 'Lopez',
      email: 'maria@agency.test',
      warnings: 'Above the contract.',
      status: 2,
      processedBy: 'ada@support.test',
      processedByDate: daysAgo(0.5).toISOString(),
      version: 2,
    },
  ])
})

test('the list is passed on as it is written, byte for byte as JSON of its items', async () => {
  await using other = await testServer()
  const client = await other.asNew({ permissions: [P.CanAccess, P.SeatManagement] })
  const text = '"\\\\" \u0001\t Søren 王 🦜 \u202e\u2028'
  await other.agency(7, text)
  const odd = { requested_by: text, first_name: text, last_name: '', email: text, warnings: text }
  await other.db.write
    .insertInto('seat_request')
    .values([
      request(7, 2, 0, { ...odd, processed_by: text, processed_at: daysAgo(0.25) }),
      request(7, 1, 1, odd),
    ])
    .execute()
  const { text: got, data } = await client.call(seats.requests, {})
  expect(data.map(({ processedBy, processedByDate }) => [processedBy, processedByDate])).toEqual([
    [text, daysAgo(0.25).toISOString()],
    [null, null],
  ])
  // The contract reads an item in the order of its fields, which is the one they were always sent in.
  expect(got).toBe(`{"code":0,"message":"","data":[${data.map((item) => JSON.stringify(item)).join(',')}]}`)
  expect((await client.call(seats.requests, { status: 4 })).text).toBe('{"code":0,"message":"","data":[]}')
})

test('[SEAT-REPORT-27] both calls of the report are refused without SeatManagement', async () => {
  const agent = await server.asNew({ permissions: [P.CanAccess] })
  const [{ seat_request_id: id } = { seat_request_id: 0 }] = await server.db.read
    .selectFrom('seat_request')
    .select('seat_request_id')
    .where('status', '=', 1)
    .execute()
  const refused = [
    await agent.call(seats.requests, {}),
    await agent.call(seats.setRequestStatus, { id, status: 4 }),
  ]
  expect(refused.map(({ status, code }) => [status, code])).toEqual([
    [403, 403],
    [403, 403],
  ])
  expect(await list({ status: 1 })).toHaveLength(1)
})

test('an unknown status and a negative number of days are bad input', async () => {
  const bad = [
    await manager.call(seats.requests, { status: 5 as 4 }),
    await manager.call(seats.requests, { daysBack: -1 }),
  ]
  expect(bad.map(({ status, message }) => [status, message])).toEqual([
    [400, 'Invalid status'],
    [400, 'daysBack must not be negative.'],
  ])
})
