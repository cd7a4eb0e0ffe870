import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { P } from '@agency-support/contract/permissions'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { turnableClock } from '../../test/clock.ts'
import { testDatabase } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { openDatabase } from '../db/open.ts'
import { LiveHub, type LiveHubParts } from './live-hub.ts'
import type { SessionAccess } from './live-stream.ts'

const access: SessionAccess = { permissions: [P.CanAccess] }

/** A hub that has not started, with its queries, its log lines, and a way to attach streams. */
async function openHub(more: Pick<Partial<LiveHubParts>, 'heartbeatMs' | 'readSessionAccess'> = {}) {
  const database = await testDatabase()
  const db = openDatabase({ url: database.url, poolSize: 2, onError: () => undefined })
  const asked: (readonly number[])[] = []
  const logged: unknown[][] = []
  const log = { info: vi.fn(), error: vi.fn(), warn: (...said: unknown[]) => void logged.push(said) }
  const readSessionAccess = (ids: readonly number[]) => {
    asked.push(ids)
    return Promise.resolve(new Map(ids.map((id) => [id, access])))
  }
  const hub = new LiveHub({ db, clock: turnableClock(), log, readSessionAccess, ...more })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    vi.useRealTimers()
    await hub.stop()
    server.closeAllConnections()
    server.close()
    await db.close()
    await database.drop()
  })
  const attach = async (sessionId: number) => {
    const received = { text: '' }
    get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }, (stream) => {
      stream.on('data', (chunk: Buffer) => {
        received.text += chunk.toString()
      })
    }).on('error', () => undefined)
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
    await hub.attach(response, sessionId, access, undefined)
    return { response, received }
  }
  return { hub, db, server, asked, logged, attach }
}
const hintLines = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('data: ['))

test('hints of more than fifty agencies become one of the module, and what is no hint is passed over', async () => {
  const { hub, db, attach } = await openHub()
  await hub.start()
  const { received } = await attach(1)
  await sql`notify journal, 'no hint'`.execute(db.write)
  await sql`notify journal, '{"module":"agencyCommands"}'`.execute(db.write)
  hub.hint('agencyCommands', 7)
  hub.hint('agencyCommands', 7)
  await until('one is sent', () => received.text.includes('"agencyId":7'))
  for (let agencyId = 1; agencyId <= 51; agencyId += 1) hub.hint('agencyCommands', agencyId)
  await until('the module is named', () => received.text.includes('"agencyId":null'))
  for (let agencyId = 101; agencyId <= 150; agencyId += 1) hub.hint('agencyCommands', agencyId)
  await until('fifty are sent', () => received.text.includes('"agencyId":150'))
  const one = (agencyId: number | null): object => ({ module: 'agencyCommands', agencyId, event: null })
  expect(hintLines(received.text)).toEqual([
    `data: ${JSON.stringify([one(7)])}`,
    `data: ${JSON.stringify([one(null)])}`,
    `data: ${JSON.stringify(Array.from({ length: 50 }, (_, at) => one(101 + at)))}`,
  ])
})

test('a stream that comes while sessions are being looked at is not taken for one that is over', async () => {
  const looks: { ids: readonly number[]; answer: (accesses: Map<number, SessionAccess>) => void }[] = []
  const { hub, attach } = await openHub({
    heartbeatMs: 20,
    readSessionAccess: (ids) => new Promise((answer) => looks.push({ ids, answer })),
  })
  await hub.start()
  const first = await attach(1)
  await until('the first is looked at', () => looks.length === 1)
  const late = await attach(2)
  expect(looks[0]?.ids).toEqual([1])
  looks[0]?.answer(new Map())
  await until('the first is ended', () => first.response.writableEnded)
  expect(late.response.writableEnded).toBe(false)
  await until('the late one is looked at', () => looks.length === 2)
  expect(looks[1]?.ids).toEqual([2])
  looks[1]?.answer(new Map([[2, access]]))
  await until('it is looked at again', () => looks.length === 3)
  expect(late.response.writableEnded).toBe(false)
  looks[2]?.answer(new Map([[2, access]]))
})

test('sessions are looked at every twenty seconds, each once, and nobody is asked for none', async () => {
  const { hub, asked, attach } = await openHub()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await hub.start()
  vi.advanceTimersByTime(20_000)
  expect(asked).toEqual([])
  const streams = [await attach(1), await attach(1), await attach(2)]
  vi.advanceTimersByTime(19_999)
  expect(asked).toEqual([])
  vi.advanceTimersByTime(1)
  expect(asked).toEqual([[1, 2]])
  await until('all were kept alive', () =>
    streams.every(({ received }) => received.text.includes(': beat\n\n')),
  )
})

test('sessions are looked at once something of a person is told or too much to read, and only then', async () => {
  const { hub, db, asked, attach } = await openHub()
  // No heartbeat and no polling: only what this test triggers.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await hub.start()
  const { received } = await attach(1)
  const append = async (event: string, times: number): Promise<void> => {
    await sql`insert into journal (at, actor_kind, actor, event, agency_id)
      select now(), 'system', 'test', ${event}::text, 1 from generate_series(1, ${times}::int)`.execute(
      db.write,
    )
    hub.committed()
  }
  for (const event of ['agencies.renamed', 'sessions.x', 'agency.session.x']) await append(event, 1)
  await until('the rename is sent', () => hintLines(received.text).length === 1)
  expect(asked).toEqual([])
  await append('session.signedOut', 1)
  await until('the session was looked at', () => asked.length === 1)
  await append('staff.permissionsChanged', 1)
  await until('it was looked at again', () => asked.length === 2)
  await append('agencies.renamed', 2_001)
  await until('and again', () => asked.length === 3)
  expect(asked).toEqual([[1], [1], [1]])
})

test('a failure to look at sessions is reported, ends no stream, and the next beat looks again', async () => {
  let looks = 0
  const { hub, logged, attach } = await openHub({
    heartbeatMs: 20,
    readSessionAccess: () => {
      looks += 1
      return Promise.reject(new Error('no database'))
    },
  })
  await hub.start()
  const { response, received } = await attach(1)
  await until('there were two looks', () => looks >= 2)
  await until('and a beat', () => received.text.includes(': beat\n\n'))
  expect(logged[0]).toEqual(['live.session-access', expect.objectContaining({ error: 'no database' })])
  expect(response.writableEnded).toBe(false)
})

test('streams are counted while they live, those of other sessions take no place, and none begins after the end', async () => {
  const { hub, attach } = await openHub()
  expect(hub.cursor()).toBe('')
  await hub.start()
  expect(hub.cursor()).toMatch(/^\d+:\d+:[\d,]*$/)
  const streams = [await attach(2), await attach(3)]
  for (let times = 0; times < 5; times += 1) streams.push(await attach(1))
  expect([hub.size, streams.some(({ response }) => response.writableEnded)]).toEqual([7, false])
  streams[0]?.response.destroy()
  await until('the one that left is not counted', () => hub.size === 6)
  await hub.stop()
  await until('all have ended', () => hub.size === 0)
  const late = await attach(4)
  expect([late.response.writableEnded, hub.size]).toEqual([true, 0])
})

test('a browser that hung up before its stream began takes no place', async () => {
  const { hub, server } = await openHub()
  await hub.start()
  const leaving = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  leaving.on('error', () => undefined)
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  const gone = once(response, 'close')
  leaving.destroy()
  await gone
  await hub.attach(response, 1, access, undefined)
  expect(hub.size).toBe(0)
})

test('who waits for an event of an agency is woken by what is committed, and by the end', async () => {
  const { hub, db } = await openHub()
  await hub.start()
  const events = new Set(['agencies.renamed'])
  using subscription = hub.subscribe(1, events)
  const woken = subscription.waitFor(10_000)
  await sql`insert into journal (at, actor_kind, actor, event, agency_id)
    values (now(), 'system', 'test', 'agencies.renamed', 1)`.execute(db.write)
  hub.committed()
  expect(await woken).toBe(true)
  const waiting = subscription.waitFor(10_000)
  await hub.stop()
  expect([await waiting, subscription.ended]).toEqual([false, true])
})

test('after the end nothing is looked at any more', async () => {
  const { hub } = await openHub()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await hub.start()
  // The heartbeat and the polling.
  expect(vi.getTimerCount()).toBe(2)
  await hub.stop()
  expect(vi.getTimerCount()).toBe(0)
})
