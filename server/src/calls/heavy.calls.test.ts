import { allCalls } from '@agency-support/contract'
import { agencies } from '@agency-support/contract/modules/agencies'
import { journal } from '@agency-support/contract/modules/journal'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../test/use-server.ts'
import type { Answered, TestClient } from '../../test/client.ts'
import { allPermissions } from '../../test/people.ts'
import { until } from '../../test/until.ts'

type Listed = Promise<Answered<typeof agencies.listConfigs>>
const list = (client: TestClient): Listed => client.call(agencies.listConfigs, {})

const server = useServer()
beforeAll(async () => {
  for (const agencyId of [1, 2, 3]) await server.agency(agencyId)
})

/** Locks the agency table during the work, so that reads of it stay in flight. */
async function withAgenciesHeld(work: () => Promise<void>): Promise<void> {
  await server.db.write.transaction().execute(async (tx) => {
    await sql`lock table agency in access exclusive mode`.execute(tx)
    await work()
  })
}

async function underWay(): Promise<number> {
  const { rows } = await sql<{ held: number }>`select count(*)::integer as held from pg_locks
    where relation = 'agency'::regclass and not granted`.execute(server.db.write)
  return rows[0]?.held ?? 0
}

const isWhole = async (listed: Listed): Promise<void> => {
  const { status, code, data } = await listed
  expect([status, code, data.map(({ agencyId }) => agencyId)]).toEqual([200, 0, [1, 2, 3]])
}

test('of a heavy call one is under way for each person, whatever the session, and two in the process', async () => {
  const person = await server.person()
  const [one, otherSession] = [await server.as(person), await server.as(person)]
  const [second, third] = [await server.asNew(), await server.asNew()]
  let first: Listed | undefined
  let beside: Listed | undefined
  await withAgenciesHeld(async () => {
    first = list(one)
    await until('the first is under way', async () => (await underWay()) === 1)
    const own = await list(otherSession)
    expect([own.status, own.code, own.headers['retry-after'], own.message]).toEqual([
      429,
      429,
      '5',
      'This is a large answer, and you are loading it already. Please wait until it has come, then try again.',
    ])
    beside = list(second)
    await until('the second is under way', async () => (await underWay()) === 2)
    const full = await list(third)
    expect([full.status, full.headers['retry-after'], full.message]).toEqual([
      429,
      '5',
      'This is a large answer that others are loading at the moment. Please try again in 5 seconds.',
    ])
    expect(await underWay()).toBe(2)
  })
  if (first === undefined || beside === undefined) throw new Error('nothing was asked')
  await isWhole(first)
  await isWhole(beside)
  await isWhole(list(otherSession))
  await isWhole(list(third))
})

test('who comes while the same person’s last answer ends is only made to wait', async () => {
  const person = await server.person()
  const [one, other] = [await server.as(person), await server.as(person)]
  let both: Listed[] = []
  await withAgenciesHeld(async () => {
    both = [list(one)]
    await until('the first is under way', async () => (await underWay()) === 1)
    both.push(list(other))
  })
  for (const listed of both) await isWhole(listed)
})

test('an answer that nobody takes any more makes room', async () => {
  const person = await server.person()
  const [gone, other] = [await server.as(person), await server.as(person)]
  await withAgenciesHeld(async () => {
    const left = list(gone)
    await until('it is under way', async () => (await underWay()) === 1)
    gone.close()
    await expect(left).rejects.toThrow('socket hang up')
    const next = list(other)
    await until('the next one is under way', async () => (await underWay()) === 2)
    other.close()
    await expect(next).rejects.toThrow('socket hang up')
  })
})

test('another heavy call and every other one go on meanwhile', async () => {
  const person = await server.person({ permissions: allPermissions })
  const [one, other] = [await server.as(person), await server.as(person)]
  let first: Listed | undefined
  await withAgenciesHeld(async () => {
    first = list(one)
    await until('the first is under way', async () => (await underWay()) === 1)
    expect((await other.call(journal.exportCsv, {})).status).toBe(200)
    expect((await other.call(journal.people, {})).status).toBe(200)
  })
  if (first !== undefined) await isWhole(first)
})

test('what answers with as many rows as there are is heavy', () => {
  const heavy = allCalls.filter((call) => call.heavy).map(({ module, name }) => `${module}.${name}`)
  expect(heavy.sort()).toEqual([
    'agencies.listConfigs',
    'email.suppressions',
    'journal.exportCsv',
    'reports.activation',
    'reports.billing',
    'reports.csv',
    'reports.subscriptionEvents',
    'seats.requests',
    'texting.agencies',
    'texting.tcrOrphans',
    'texting.tcrRecords',
  ])
  const streamed = allCalls.filter(({ answer }) => answer.form === 'streamed')
  expect(streamed.filter((call) => !call.heavy)).toEqual([])
})
