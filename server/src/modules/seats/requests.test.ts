import { seats, type SeatRequest } from '@agency-support/contract/modules/seats'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { testServer } from '../../../test/app.ts'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import type { Person } from '../../../test/people.ts'
import { sendFile } from '../../../test/send-file.ts'

const server = useServer()
let manager: TestClient
let ids: readonly number[]

const permissions = [P.CanAccess, P.SeatManagement]
const days = 86_400
const ada = 'ada@support.test'

beforeAll(async () => {
  await server.agency(6938, 'Smith, Jones')
  await server.agency(12345, 'Beacon Online')
  await sendFile(
    await server.software(12345),
    { kind: 'agencyConfig', name: 'config.json' },
    JSON.stringify({ agencyType: 3 }),
  )
  // Only an import sets `is_online`.
  await server.db.write
    .updateTable('agency')
    .set({ is_online: true })
    .where('agency_id', '=', 12345)
    .execute()
  // Not stored in the order of their dates.
  ids = [
    await request(
      6938,
      3,
      { status: 2, by: ada, daysAgo: 2.5 },
      { status: 4, by: 'ben@support.test', daysAgo: 2 },
    ),
    await request(12345, 1, { status: 2, by: ada, daysAgo: 0.5 }),
    await request(6938, 40, { status: 4, by: ada, daysAgo: 39 }),
    await request(6938, 0),
  ]
  manager = await server.asNew({ permissions })
})

function daysAgo(count: number): Date {
  return new Date(server.clock.now().getTime() - count * days * 1000)
}

/** Runs work with the clock turned back by some days. */
async function earlier<T>(count: number, work: () => Promise<T>): Promise<T> {
  server.clock.turn(-count * days)
  const done = await work()
  server.clock.turn(count * days)
  return done
}

const people = new Map<string, Person>()
async function findPerson(username: string): Promise<Person> {
  const person = people.get(username) ?? (await server.person({ permissions, username }))
  people.set(username, person)
  return person
}

/** Files a request some days ago and sets its status; returns its id. */
async function request(
  agencyId: number,
  filedDaysAgo: number,
  ...handled: { status: 2 | 4; by: string; daysAgo: number }[]
): Promise<number> {
  const software = await server.software(agencyId)
  const asked = {
    requestedBy: 'ABC',
    quantity: -2,
    targetSeatTotal: 15,
    firstName: 'Maria',
    lastName: 'Lopez',
    email: 'maria@agency.test',
    warnings: 'Above the contract.',
  }
  const { data, message } = await earlier(filedDaysAgo, () => software.call(seats.fileRequest, asked))
  if (data[0] === undefined) throw new Error(message)
  const { id } = data[0]
  for (const { status, by, daysAgo: when } of handled)
    await earlier(when, async () => {
      const client = await server.as(await findPerson(by))
      expect((await client.call(seats.setRequestStatus, { id, status })).code).toBe(0)
    })
  return id
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
  expect(data).toEqual([
    {
      id: ids[1],
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
      processedBy: ada,
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
  // Characters that no call accepts any more, but that may be stored.
  const common = { agency_id: 7, quantity: -2, target_seat_total: 15, requested_by: text, last_name: '' }
  const odd = { ...common, first_name: text, email: text, warnings: text }
  const handled = { status: 2, processed_by: text, processed_at: daysAgo(0.25) }
  await other.db.write
    .insertInto('seat_request')
    .values([
      { ...odd, requested_at: daysAgo(0), ...handled },
      { ...odd, requested_at: daysAgo(1), status: 1 },
    ])
    .execute()
  const { text: got, data } = await client.call(seats.requests, {})
  expect(data.map(({ processedBy, processedByDate }) => [processedBy, processedByDate])).toEqual([
    [text, daysAgo(0.25).toISOString()],
    [null, null],
  ])
  // Fields must stay in the order of the contract, in which they were always sent.
  expect(got).toBe(`{"code":0,"message":"","data":[${data.map((item) => JSON.stringify(item)).join(',')}]}`)
  expect((await client.call(seats.requests, { status: 4 })).text).toBe('{"code":0,"message":"","data":[]}')
})

test('[SEAT-REPORT-27] both calls of the report are refused without SeatManagement', async () => {
  const agent = await server.asNew({ permissions: [P.CanAccess] })
  const [id = 0] = ids
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
