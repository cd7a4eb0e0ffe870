import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { health } from '@agency-support/contract/modules/health'
import { judgeHealth } from '@agency-support/contract/rules/health'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { sendFile } from '../../../test/send-file.ts'

const server = useServer()
let reader: TestClient
beforeAll(async () => {
  reader = await server.asNew()
})

const minutesAgo = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000)
const readFacts = async (agencyId: number) => {
  const got = await reader.call(health.agency, { agencyId })
  expect([got.status, got.code]).toEqual([200, 0])
  const [facts] = got.data
  if (facts === undefined) throw new Error('no facts')
  return facts
}

test('of an agency that never reported anything nothing is known but that', async () => {
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

test('a difference is unknown while either side was never counted', async () => {
  const count = { count: 5, active: 5, archived: 0, errors: 0 }
  for (const [agencyId, totals, expected] of [
    [21, { 0: count }, [null, null]],
    [22, { 0: { ...count, count: 3 }, 5: count }, [null, 2]],
    [23, { 4: count, 5: count }, [null, null]],
  ] as const) {
    const software = await server.software(agencyId)
    await sendFile(software, { kind: 'agencyMetrics', name: 'metrics.json' }, JSON.stringify({ totals }))
    const { searchDifference, textingDifference } = await readFacts(agencyId)
    expect([searchDifference, textingDifference]).toEqual(expected)
  }
})

test('each provider is reported with the state of its circuit breaker, by name', async () => {
  const { code, data } = await reader.call(health.providers, {})
  expect(code).toBe(0)
  const names = data.map(({ provider }) => provider)
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)))
  expect(names).toEqual(expect.arrayContaining(['Bandwidth', 'SendGrid']))
  expect(new Set(data.map(({ state }) => state))).toEqual(new Set(['closed']))
})

/** Runs work with the clock turned back by some minutes. */
async function earlier(minutes: number, work: () => Promise<unknown>): Promise<void> {
  server.clock.turn(-minutes * 60)
  await work()
  server.clock.turn(minutes * 60)
}

async function orderCount(agencyId: number): Promise<void> {
  const staff = await server.asNew()
  const order = { agencyId, agencyCommand: 'count', again: true } as const
  expect((await staff.call(agencyCommands.issue, order)).code).toBe(0)
}

async function carryOut(software: TestClient): Promise<void> {
  const { data } = await software.call(agencyCommands.claim, {})
  const [{ commandId, attempt } = { commandId: 0, attempt: 0 }] = data
  const ended = { commandId, attempt, outcome: 'succeeded' } as const
  expect((await software.call(agencyCommands.finish, ended)).code).toBe(0)
}

/** Reports an agency's state through its software, and issues a command. */
async function leaveFacts(agencyId: number): Promise<void> {
  const software = await server.software(agencyId)
  await earlier(50, () => orderCount(agencyId))
  await earlier(49, () => carryOut(software))
  const count = (number: number) => ({ count: number, active: number, archived: 0, errors: 0 })
  const totals = { 0: count(12_410), 4: count(12_402), 5: count(12_410) }
  await earlier(30, () =>
    sendFile(software, { kind: 'agencyMetrics', name: 'metrics.json' }, JSON.stringify({ totals })),
  )
  const current = { cmsUser: 'ABC', hawPath: 'H', clientPath: 'C', timestamp: minutesAgo(12).toISOString() }
  const token = JSON.stringify({ current, lastFailure: null })
  await earlier(12, () => sendFile(software, { kind: 'agencyMultifolder', name: 'token.json' }, token))
  await earlier(9, () => orderCount(agencyId))
  const error = { date: minutesAgo(8).toISOString(), code: 7, msg: 'No such client' }
  const errors = [1, 2, 3, 4].map((position) => ({ clientId: `0000000${position}`, ...error }))
  await earlier(7, () => software.call(agencyFiles.reportConversionErrors, { errors }))
  await earlier(3, () => orderCount(agencyId))
  const alive = { versionDisplay: '5.4.2', hostName: 'SERVER01' }
  await earlier(1, () => software.call(agencyCommands.heartbeat, alive))
}

test('[TRUTH-16] the facts come from files, totals, software and queue of that agency alone', async () => {
  const agencyId = 6938
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
