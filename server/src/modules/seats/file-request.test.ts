import { journal } from '@agency-support/contract/modules/journal'
import { seats } from '@agency-support/contract/modules/seats'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'

const given = {
  requestedBy: 'ABC',
  quantity: -3,
  targetSeatTotal: 12,
  firstName: '=SUM(A1)',
  lastName: 'Łukasik',
  email: 'a.lukasik@agency.test',
}
const server = useServer()

beforeAll(() => server.agency(6938, 'Smith Insurance'))

test('an agency files a request: it is to do, and the agency stands in the journal', async () => {
  const software = await server.software(6938)
  const { code, data } = await software.call(seats.fileRequest, given)
  expect(code).toBe(0)
  const filed = {
    ...given,
    agencyId: 6938,
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

test('the history of an agency shows a request only to those who may read requests', async () => {
  const software = await server.software(13_141)
  expect((await software.call(seats.fileRequest, given)).code).toBe(0)
  const others = Object.values(P).filter((id) => id !== P.SeatManagement)
  for (const [permissions, shown] of [
    [[P.CanAccess, P.SeatManagement], 1],
    [others, 0],
  ] as const) {
    const reader = await server.asNew({ permissions })
    const { data } = await reader.call(journal.agencyHistory, { agencyId: 13_141 })
    expect(data.filter(({ event }) => event === 'seats.requestFiled')).toHaveLength(shown)
  }
})

test('without the key nothing is filed', async () => {
  const admin = await server.asNew({ permissions: Object.values(P) })
  const authorization = 'Bearer 6938.another-key-of-the-same-length-as-it'
  for (const headers of [{}, { authorization }])
    expect((await admin.call(seats.fileRequest, given, headers)).status).toBe(401)
})

test('the key alone says for which agency; a request asked for twice under one Idempotency-Key is filed once', async () => {
  const software = await server.software(6938)
  const other = await server.software(8951)
  const twice = { 'idempotency-key': 'one-and-the-same-request' }
  const first = await software.call(seats.fileRequest, { ...given, agencyId: 8951 } as typeof given, twice)
  const again = await software.call(seats.fileRequest, { ...given, agencyId: 8951 } as typeof given, twice)
  expect(first.data).toMatchObject([{ agencyId: 6938 }])
  expect(again.text).toBe(first.text)
  const others = await other.call(seats.fileRequest, given, twice)
  expect(others.data).toMatchObject([{ agencyId: 8951 }])
})

test('text that no database keeps is refused', async () => {
  const software = await server.software(6938)
  for (const bad of [
    { firstName: 'a\0b' },
    { lastName: '\ud800' },
    { quantity: 1e9 },
    { email: 'x'.repeat(255) },
    { email: 'a@agency.test\r\nBcc: b@agency.test' },
    { email: '\u202ea@agency.test' },
  ])
    expect((await software.call(seats.fileRequest, { ...given, ...bad })).status).toBe(400)
})
