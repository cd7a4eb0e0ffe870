import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { session } from '@agency-support/contract/modules/session'
import { expect, test, vi } from 'vitest'
import { giveAgentKey, testAgentKey } from '../../test/agent-keys.ts'
import { TestClient } from '../../test/client.ts'
import { madeUpServer } from '../../test/made-up.ts'
import { until } from '../../test/until.ts'
import type { Handler } from '../calls/context.ts'
import { LoadShedder, maxOfAgents, maxUnderWay, ServerBusy } from './load-shedder.ts'

const busy = [503, 'The server is busy. Please try again in a few seconds.', '2']

test('with too many calls under way others are refused before anything is read, and those are answered', async () => {
  await using server = await madeUpServer({ sessionRate: 1_000_000 })
  const gate = Promise.withResolvers<void>()
  let held = 0
  const config: Handler<typeof agencies.config> = async (_input, ctx) => {
    held += 1
    await gate.promise
    throw ctx.refuse('notFound')
  }
  server.replace({ agencies: { config } })
  const client = await server.asNew()
  const ask = () => client.call(agencies.config, { agencyId: 1 })
  const holding = Array.from({ length: maxUnderWay }, ask)
  await until('as many as may are under way', () => held === maxUnderWay)
  const refused = await Promise.all([
    ask(),
    client.call(agencies.timeZones, {}),
    client.call(session.whoami, {}),
  ])
  for (const got of refused) expect([got.status, got.message, got.headers['retry-after']]).toEqual(busy)
  const unread = await client.send({
    method: 'POST',
    path: '/api/request',
    headers: { 'content-type': 'application/json' },
    body: 'no JSON',
  })
  expect(unread.status).toBe(503)
  expect((await client.send({ method: 'GET', path: '/health/live' })).status).toBe(200)
  const leaving = await server.asNew()
  expect((await leaving.call(session.signOut, {}, { 'idempotency-key': 'leaving-now-1' })).status).toBe(200)
  gate.resolve()
  expect(new Set((await Promise.all(holding)).map(({ code }) => code))).toEqual(new Set([2]))
  expect((await client.call(agencies.timeZones, {})).status).toBe(200)
  expect(server.logged.filter(({ event }) => event === 'request.unavailable')).toEqual([])
})

test('agencies’ software that comes all at once leaves room for people, and its polls take none', async () => {
  await using server = await madeUpServer({ agentRate: 1_000_000 })
  const gate = Promise.withResolvers<void>()
  let held = 0
  const superUsers: Handler<typeof agencyUsers.superUsers> = async () => {
    held += 1
    await gate.promise
    return []
  }
  server.replace({ agencyUsers: { superUsers } })
  await giveAgentKey(server.db, server.clock, 6938)
  const authorization = `Bearer ${testAgentKey(6938)}`
  const software = new TestClient({ port: server.port, origin: 'http://localhost', authorization })
  const ask = () => software.call(agencyUsers.superUsers, {})
  const holding = Array.from({ length: maxOfAgents }, ask)
  await until('as many as may are under way', () => held === maxOfAgents)
  const got = await ask()
  expect([got.status, got.message, got.headers['retry-after']]).toEqual(busy)
  expect((await software.call(agencyCommands.claim, {})).status).toBe(200)
  const client = await server.asNew()
  expect((await client.call(session.whoami, {})).status).toBe(200)
  gate.resolve()
  expect(new Set((await Promise.all(holding)).map(({ code }) => code))).toEqual(new Set([0]))
  expect((await ask()).code).toBe(0)
  software.close()
})

test('the log is told how many were refused, not of each', () => {
  vi.useFakeTimers()
  const warn = vi.fn<(event: string, facts?: object) => void>()
  const load = new LoadShedder({ warn })
  const ends = Array.from({ length: maxUnderWay }, () => load.begin(agencies.config))
  for (let times = 0; times < 3; times += 1) expect(() => load.begin(agencies.config)).toThrow(ServerBusy)
  vi.advanceTimersByTime(60_000)
  expect(warn.mock.calls).toEqual([['load.shed', { refused: 3, underWay: maxUnderWay }]])
  for (const end of ends) end()
  expect(load.underWay).toBe(0)
  vi.useRealTimers()
})
