import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { products } from '@agency-support/contract/modules/products'
import { session } from '@agency-support/contract/modules/session'
import type { AnyCall } from '@agency-support/contract/call'
import { expect, test, vi } from 'vitest'
import { giveAgentKey, testAgentKey } from '../../test/agent-keys.ts'
import { TestClient } from '../../test/client.ts'
import { madeUpServer, maxSignIns } from '../../test/made-up.ts'
import { lines, sendRaw } from '../../test/raw-socket.ts'
import { until } from '../../test/until.ts'
import type { Handler } from '../calls/context.ts'
import { LoadShedder, maxUnderWay, minUnderWay, ServerBusy } from './load-shedder.ts'

const maxOfAgents = maxUnderWay / 2
const busy = [503, 'The server is busy. Please try again in a few seconds.', '2']

/** A request whose body the server does not read. */
const unwanted = (connection: string, framing = 'Content-Length: 9', body = '{"a":"b"}'): string =>
  lines('POST /api/request HTTP/1.1', 'Host: a', framing, `Connection: ${connection}`, '', body)

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
  const raw = await sendRaw(server.port, unwanted('keep-alive') + unwanted('close'))
  expect(raw.match(/HTTP\/1.1 503/g)).toHaveLength(2)
  // Nobody waits for a body that is long, or that does not say how long it is.
  for (const framing of ['Content-Length: 65537', 'Transfer-Encoding: chunked']) {
    const [head] = (await sendRaw(server.port, unwanted('keep-alive', framing, ''))).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1.1 503 .*\r\nconnection: close\b/is)
  }
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

test('sign-ins beyond those that can wait for hashing are refused before anything is looked up', async () => {
  await using server = await madeUpServer()
  const gate = Promise.withResolvers<void>()
  let held = 0
  const signIn: Handler<typeof session.signIn> = async () => {
    held += 1
    await gate.promise
    return { status: 1, desc: 'Invalid Credentials', claims: null }
  }
  server.replace({ session: { signIn } })
  const client = await server.asNew()
  const attempt = (at: number) => client.call(session.signIn, { username: `a${at}@b.test`, password: 'c' })
  const holding = Array.from({ length: maxSignIns }, (_, at) => attempt(at))
  await until('as many as may are under way', () => held === maxSignIns)
  const got = await attempt(maxSignIns)
  expect([got.status, got.headers['retry-after']]).toEqual([503, '2'])
  expect((await client.call(session.whoami, {})).status).toBe(200)
  gate.resolve()
  expect(new Set((await Promise.all(holding)).map(({ status }) => status))).toEqual(new Set([200]))
  expect((await attempt(0)).status).toBe(200)
})

test('what waits for others, has a queue of its own or ends a session is not turned away', () => {
  const load = new LoadShedder({ warn: () => undefined }, { maxSignIns })
  for (let at = 0; at < maxUnderWay; at += 1) load.begin(agencies.config)
  const others = {
    'an answer of bytes': products.logo,
    'a large answer': agencies.listConfigs,
    'work at a provider': agencies.retryStorageSetup,
    'an upload': agencyFiles.appendUpload,
    'a form with a file': products.uploadLogo,
    'a sign-in': session.signIn,
    'a sign-out': session.signOut,
  }
  for (const [what, call] of Object.entries(others))
    expect([what, load.turnsAway([call])]).toEqual([what, false])
  expect(load.turnsAway([agencies.config])).toBe(true)
  expect(load.turnsAway([agencies.listConfigs, agencies.config])).toBe(true)
})

test('the log is told how many were refused, not of each', () => {
  vi.useFakeTimers()
  const warn = vi.fn<(event: string, facts?: object) => void>()
  const load = new LoadShedder({ warn }, { maxSignIns })
  const ends = Array.from({ length: maxUnderWay }, () => load.begin(agencies.config))
  for (let times = 0; times < 3; times += 1) expect(() => load.begin(agencies.config)).toThrow(ServerBusy)
  vi.advanceTimersByTime(60_000)
  const facts = { refused: 3, underWay: maxUnderWay, limit: maxUnderWay }
  expect(warn.mock.calls).toEqual([['load.shed', facts]])
  for (const end of ends) end()
  expect(load.inFlight).toBe(0)
  vi.useRealTimers()
})

/** Fills every slot with calls of this duration. Returns the number of slots. */
function fill(load: LoadShedder, tookMs: number): number {
  const ends: (() => void)[] = []
  while (!load.turnsAway([agencies.config])) ends.push(load.begin(agencies.config))
  vi.advanceTimersByTime(tookMs)
  for (const end of ends) end()
  return ends.length
}

test('while calls take long fewer may be under way, and more again when they do not', () => {
  vi.useFakeTimers()
  const load = new LoadShedder({ warn: () => undefined }, { maxSignIns })
  const shrinking = Array.from({ length: 30 }, () => fill(load, 600))
  expect(shrinking[0]).toBe(maxUnderWay)
  expect(shrinking.at(-1)).toBe(minUnderWay)
  expect(shrinking.toSorted((a, b) => b - a)).toEqual(shrinking)
  const growing = Array.from({ length: 60 }, () => fill(load, 300))
  expect(growing.at(-1)).toBe(maxUnderWay)
  expect(growing.toSorted((a, b) => a - b)).toEqual(growing)
  expect(load.inFlight).toBe(0)
  vi.useRealTimers()
})

test('large answers are the first that are refused, and agencies’ software comes before people', () => {
  const load = new LoadShedder({ warn: () => undefined }, { maxSignIns })
  const begin = (call: AnyCall, count: number) => Array.from({ length: count }, () => load.begin(call))
  begin(agencyUsers.superUsers, maxOfAgents)
  expect(load.turnsAway([agencyUsers.superUsers])).toBe(true)
  expect(load.begin(agencies.listConfigs)).toBeInstanceOf(Function)
  begin(agencies.config, maxUnderWay / 4)
  expect(() => load.begin(agencies.listConfigs)).toThrow(ServerBusy)
  begin(agencies.config, maxUnderWay / 4)
  expect(() => load.begin(agencies.config)).toThrow(ServerBusy)
})
