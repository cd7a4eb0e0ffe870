import { seats } from '@agency-support/contract/modules/seats'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import type { Person } from '../../../test/people.ts'

const permissions = [P.CanAccess, P.SeatManagement]
const server = useServer()
let ada: TestClient & { person: Person }
let ben: TestClient & { person: Person }
let software: TestClient

beforeAll(async () => {
  ada = await server.asNew({ permissions, username: 'ada@support.test' })
  ben = await server.asNew({ permissions, username: 'ben@support.test' })
  software = await server.software(6938)
})

async function newRequest(): Promise<number> {
  const { data, message } = await software.call(seats.fileRequest, {
    requestedBy: 'ABC',
    quantity: 3,
    targetSeatTotal: 15,
    firstName: 'Maria',
    lastName: 'Lopez',
    email: 'maria@agency.test',
  })
  if (data[0] === undefined) throw new Error(message)
  return data[0].id
}

function readJournal(id: number) {
  return server.db.read
    .selectFrom('journal')
    .select(['actor', 'event', 'agency_id', 'before', 'after'])
    .where('subject', '=', `Seat request ${id}`)
    .where('event', '=', 'seats.requestStatusSet')
    .orderBy('seq')
    .execute()
}

test('[SEAT-REPORT-21] the status is set in the name of the session, whatever the body says', async () => {
  const id = await newRequest()
  const input = { id, status: 2 as const, hsUserName: 'eve@support.test', processedBy: 'eve@support.test' }
  const { code, data } = await ada.call(seats.setRequestStatus, input)
  expect(code).toBe(0)
  expect(data).toMatchObject([
    {
      id,
      status: 2,
      processedBy: 'ada@support.test',
      processedByDate: server.clock.now().toISOString(),
      version: 2,
    },
  ])
  expect(await readJournal(id)).toEqual([
    {
      actor: 'ada@support.test',
      event: 'seats.requestStatusSet',
      agency_id: 6938,
      before: { requestStatus: 'To-Do' },
      after: { requestStatus: 'In Process' },
    },
  ])
})

test('[SEAT-REPORT-15] any of the three statuses follows any other', async () => {
  const id = await newRequest()
  for (const status of [4, 1, 2, 1, 4, 2, 4] as const) {
    const { data } = await ada.call(seats.setRequestStatus, { id, status })
    expect(data).toMatchObject([{ status }])
  }
  const refused = await ada.call(seats.setRequestStatus, { id, status: 8 as 4 })
  expect([refused.status, refused.message]).toEqual([400, 'Invalid status'])
})

test('the same status again changes nothing and leaves no trace', async () => {
  const id = await newRequest()
  await ada.call(seats.setRequestStatus, { id, status: 4, version: 1 })
  server.clock.turn(60)
  const again = await ben.call(seats.setRequestStatus, { id, status: 4, version: 1 })
  expect(again.data).toMatchObject([{ processedBy: 'ada@support.test', version: 2 }])
  expect(await readJournal(id)).toHaveLength(1)
})

test('a stale status is refused with who handled the request, when, and how it is now', async () => {
  const id = await newRequest()
  const changedAt = server.clock.now().toISOString()
  await ada.call(seats.setRequestStatus, { id, status: 4, version: 1 })
  server.clock.turn(60)
  const refused = await ben.call(seats.setRequestStatus, { id, status: 2, version: 1 })
  expect([refused.status, refused.code, refused.message]).toEqual([
    200,
    409,
    `ada@support.test handled this request at ${changedAt}.`,
  ])
  expect(refused.refusal).toMatchObject({
    changedBy: 'ada@support.test',
    changedAt,
    current: { id, status: 4, version: 2 },
  })
  expect(await readJournal(id)).toHaveLength(1)
  const knowingly = await ben.call(seats.setRequestStatus, { id, status: 2, version: 2 })
  expect(knowingly.data).toMatchObject([{ status: 2, processedBy: 'ben@support.test' }])
})

test('a request that is not there is gone, and an impossible number is bad input', async () => {
  const gone = await ada.call(seats.setRequestStatus, { id: 2_147_483_647, status: 4 })
  expect([gone.status, gone.code, gone.message]).toEqual([200, 2, 'This request no longer exists.'])
  const bad = await ada.call(seats.setRequestStatus, { id: 2_147_483_648, status: 4 })
  expect([bad.status, bad.message]).toEqual([400, 'id must be the number of a request.'])
})

test('24 changes at once: one wins a version, the others are refused, and none is lost', async () => {
  const id = await newRequest()
  const statuses = Array.from({ length: 24 }, (_, turn) => (turn % 2 === 0 ? 2 : 4))
  const answers = await Promise.all(
    statuses.map((status, turn) =>
      (turn % 3 === 0 ? ada : ben).call(seats.setRequestStatus, { id, status, version: 1 }),
    ),
  )
  const saved = answers.flatMap(({ data }) => data)
  const { status: stored } = await server.db.read
    .selectFrom('seat_request')
    .select('status')
    .where('seat_request_id', '=', id)
    .executeTakeFirstOrThrow()
  // Those who sent the winning status succeed; all others are told that somebody was faster.
  expect(new Set(saved.map(({ status }) => status))).toEqual(new Set([stored]))
  expect(answers.filter(({ code }) => code === 409)).toHaveLength(12)
  expect(await readJournal(id)).toHaveLength(1)
})

test('without a version the last change wins: one person’s own changes at once are never stale', async () => {
  const id = await newRequest()
  const statuses = Array.from({ length: 15 }, (_, turn) => ([1, 2, 4] as const)[turn % 3] ?? 1)
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(
      statuses.map((status) => ada.call(seats.setRequestStatus, { id, status })),
    )
    expect(answers.map(({ code, message }) => [code, message])).toEqual(statuses.map(() => [0, '']))
    expect(answers.map(({ data }) => data[0]?.status)).toEqual(statuses)
  }
  // Each change starts from the result of the previous one.
  const labels = (await readJournal(id)).map(({ before, after }) =>
    [before, after].map((row): object => Object(row) as object),
  )
  for (const [turn, [before]] of labels.entries()) if (turn > 0) expect(before).toEqual(labels[turn - 1]?.[1])
})
