import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyCall } from '@agency-support/contract/call'
import { agencies } from '@agency-support/contract/modules/agencies'
import { P } from '@agency-support/contract/permissions'
import { type RunningPostgres, startPostgres } from '@agency-support/sandbox/postgres'
import { makeThrowAwayDir } from '@agency-support/sandbox/throw-away'
import { expect, test, vi } from 'vitest'
import { type TestServer, testServer } from '../../test/app.ts'
import type { Answered } from '../../test/client.ts'
import { relayTo, signalPostgres } from '../../test/silence.ts'
import { until } from '../../test/until.ts'
import { migrate } from '../db/migrate.ts'

const away =
  'The database cannot be reached at the moment. Nothing was changed. Please try again in a few seconds.'

async function ownPostgres(): Promise<RunningPostgres & AsyncDisposable> {
  const dir = makeThrowAwayDir()
  const postgres = await startPostgres({
    dataDir: join(dir, 'pg'),
    socketDir: dir,
    logFile: join(dir, 'log'),
    durable: false,
  })
  return {
    ...postgres,
    [Symbol.asyncDispose]: async () => {
      signalPostgres(postgres.pid, 'SIGCONT')
      await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const serverOn = (url: string): Promise<TestServer> =>
  testServer({ database: { url, drop: () => Promise.resolve() }, config: { logLevel: 'info' } })

type Told = Pick<Answered<AnyCall>, 'status' | 'message' | 'headers'>

/** What the server logs from now on. */
function keepLog(): () => { event: string }[] {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line))
    return true
  })
  return () => lines.filter((line) => line.startsWith('{"at"')).map((line) => JSON.parse(line))
}

/** How long something took, in milliseconds, with what came of it. */
async function timed<T>(work: () => Promise<T>): Promise<[milliseconds: number, result: T]> {
  const began = performance.now()
  const result = await work()
  return [performance.now() - began, result]
}

test('a database that stands still is told as away within two seconds, and found again within five', async () => {
  await using postgres = await ownPostgres()
  await migrate(postgres.url)
  const server = await serverOn(postgres.url)
  const logged = keepLog()
  await server.agency(6938)
  const client = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  const health = async (path: string): Promise<number> => (await client.send({ method: 'GET', path })).status
  const read = (): Promise<Told> => client.call(agencies.config, { agencyId: 6938 })
  const write = (): Promise<Told> => client.call(agencies.updateName, { agencyId: 6938, name: 'New Name' })
  expect((await read()).status).toBe(200)

  signalPostgres(postgres.pid, 'SIGSTOP')
  const asked = [read, write, read, write].map((one) => timed(one))
  const ready = timed(() => health('/health/ready'))
  for (const [took, got] of await Promise.all(asked)) {
    expect([got.status, got.message, got.headers['retry-after']]).toEqual([503, away, '2'])
    expect(took).toBeLessThan(2_000)
  }
  const [took, status] = await ready
  expect(status).toBe(503)
  expect(took).toBeLessThan(2_000)
  for (let time = 0; time < 50; time += 1) expect((await read()).status).toBe(503)
  expect(await health('/health/live')).toBe(200)

  signalPostgres(postgres.pid, 'SIGCONT')
  const [recovery] = await timed(() => until('reads work again', async () => (await read()).status === 200))
  expect(recovery).toBeLessThan(5_000)
  expect((await write()).status).toBe(200)
  expect(await health('/health/ready')).toBe(200)
  await server.close()
  expect(logged().map(({ event }) => event)).toEqual([
    'database.away',
    'live.connection-lost',
    'database.back',
  ])
})

test('connections that carry nothing any more are replaced, and the log says so once', async () => {
  await using postgres = await ownPostgres()
  await migrate(postgres.url)
  await using relay = await relayTo(postgres.url)
  const server = await serverOn(relay.url)
  const logged = keepLog()
  const client = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  const read = (): Promise<Told> => client.call(agencies.timeZones, {})
  const write = (): Promise<Told> => client.call(agencies.updateName, { agencyId: 6938, name: 'New Name' })
  const all = () => Promise.all([read, read, read, write, write].map((one) => timed(one)))
  expect((await all()).map(([, { status }]) => status)).toEqual([200, 200, 200, 200, 200])

  relay.fallSilent()
  for (const [took, { status }] of await all()) {
    expect([200, 503]).toContain(status)
    expect(took).toBeLessThan(2_000)
  }
  const [recovery] = await timed(() =>
    until('everything works again', async () => (await all()).every(([, { status }]) => status === 200)),
  )
  expect(recovery).toBeLessThan(5_000)
  expect((await client.send({ method: 'GET', path: '/health/ready' })).status).toBe(200)
  const [stopping] = await timed(() => server.close())
  expect(stopping).toBeLessThan(10_000)
  const told = logged().map(({ event }) => event)
  expect(told).toContain('database.connection')
  expect(told.length).toBeLessThan(5)
})
