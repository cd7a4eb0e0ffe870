import { health } from '@agency-support/contract/modules/health'
import { judgeHealth } from '@agency-support/contract/rules/health'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'

let server: TestServer
let reader: TestClient
beforeAll(async () => {
  server = await testServer()
  reader = await server.asNew()
})
afterAll(() => server.close())

const minutesAgo = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000)
const readFacts = async (agencyId: number) => {
  const got = await reader.call(health.agency, { agencyId })
  expect([got.status, got.code]).toEqual([200, 0])
  const [facts] = got.data
  if (facts === undefined) throw new Error('no facts')
  return facts
}

test('of an agency that never told anything nothing is known but that', async () => {
  await server.agency(1)
  const nothing = {
    syncErrors: 0,
    syncErrorsAt: null,
    tokenAt: null,
    lastSeenAt: null,
    queued: 0,
    oldestQueuedAt: null,
    searchDifference: null,
    textingDifference: null,
  }
  expect(await readFacts(1)).toEqual({ agencyId: 1, checkedAt: server.clock.now().toISOString(), ...nothing })
  expect(await readFacts(99_999_999)).toMatchObject(nothing)
})

/** What an agency's software and staff would have left by now. */
async function leaveFacts(agency_id: number): Promise<void> {
  const { write } = server.db
  const token = { cmsUser: 'ABC', hawPath: 'H', clientPath: 'C', timestamp: minutesAgo(12).toISOString() }
  await write
    .insertInto('agency_token')
    .values({ agency_id, current: JSON.stringify(token), last_failure: null })
    .execute()
  await write
    .insertInto('agency_software')
    .values({ agency_id, last_seen_at: minutesAgo(1) })
    .execute()
  const error = { failed_at: minutesAgo(5), code: 7, msg: 'No such client' }
  await write
    .insertInto('agency_sync_error')
    .values(
      [1, 2, 3, 4].map((position) => ({ agency_id, position, client_id: `0000000${position}`, ...error })),
    )
    .execute()
  await write
    .insertInto('agency_error_report')
    .values({ agency_id, told_at: minutesAgo(7) })
    .execute()
  const totals = (count: number) => JSON.stringify({ count, active: count, archived: 0, errors: 0 })
  await write
    .insertInto('agency_totals')
    .values(
      [
        [0, 12_410],
        [4, 12_402],
        [5, 12_410],
      ].map(([location = 0, count = 0]) => ({
        agency_id,
        location,
        totals: totals(count),
        counted_at: minutesAgo(30),
      })),
    )
    .execute()
  const order = { agency_id, command: 'count', issued_by: 'somebody' }
  await write
    .insertInto('agency_command')
    .values([
      { ...order, created_at: minutesAgo(9) },
      { ...order, created_at: minutesAgo(3) },
      { ...order, created_at: minutesAgo(50), state: 'succeeded' },
    ])
    .execute()
}

test('[TRUTH-16] the facts come from files, totals, software and queue of that agency alone', async () => {
  const agencyId = 6938
  await server.agency(agencyId)
  await server.agency(8951)
  await leaveFacts(agencyId)
  const facts = await readFacts(agencyId)
  expect(facts).toEqual({
    agencyId,
    checkedAt: server.clock.now().toISOString(),
    syncErrors: 4,
    syncErrorsAt: minutesAgo(7).toISOString(),
    tokenAt: minutesAgo(12).toISOString(),
    lastSeenAt: minutesAgo(1).toISOString(),
    queued: 2,
    oldestQueuedAt: minutesAgo(9).toISOString(),
    searchDifference: -8,
    textingDifference: 0,
  })
  expect(
    judgeHealth(facts)
      .judgements.filter(({ level }) => level !== 'ok')
      .map(({ label }) => label),
  ).toEqual(['Sync errors 4, 7 min ago', 'Queue 2', 'Search −8'])
  expect(await readFacts(8951)).toMatchObject({ syncErrors: 0, tokenAt: null, queued: 0 })
})
