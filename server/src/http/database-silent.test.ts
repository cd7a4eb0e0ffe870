import type { AnyCall } from '@agency-support/contract/call'
import { agencies } from '@agency-support/contract/modules/agencies'
import { P } from '@agency-support/contract/permissions'
import { expect, test, vi } from 'vitest'
import { type TestServer, testServer } from '../../test/app.ts'
import type { Answered } from '../../test/client.ts'
import { testDatabase } from '../../test/database.ts'
import { ownPostgres, relayTo, signalPostgres } from '../../test/silence.ts'
import { until } from '../../test/until.ts'

const away =
  'The database cannot be reached at the moment. Nothing was changed. Please try again in a few seconds.'

const serverOn = (url: string): Promise<TestServer> =>
  testServer({ database: { url, drop: () => Promise.resolve() }, config: { logLevel: 'info' } })

type Answer = Pick<Answered<AnyCall>, 'status' | 'message' | 'headers'>

/** Starts capturing the events that the server logs. */
function keepLog(): () => string[] {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line))
    return true
  })
  return () => lines.flatMap((line) => /"event":"([^"]+)"/.exec(line)?.[1] ?? [])
}

/** Returns the duration in milliseconds and the result. */
async function timed<T>(work: () => Promise<T>): Promise<[milliseconds: number, result: T]> {
  const began = performance.now()
  const result = await work()
  return [performance.now() - began, result]
}

test('a database that stands still is reported as away within two seconds, and found again within five', async () => {
  await using postgres = await ownPostgres()
  const server = await serverOn(postgres.url)
  const logged = keepLog()
  await server.agency(6938)
  const client = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  const health = async (path: string): Promise<number> => (await client.send({ method: 'GET', path })).status
  const read = (): Promise<Answer> => client.call(agencies.config, { agencyId: 6938 })
  const write = (): Promise<Answer> => client.call(agencies.updateName, { agencyId: 6938, name: 'New Name' })
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
  const times = (event: string): number => logged().filter((one) => one === event).length
  expect([times('database.away'), times('database.back')]).toEqual([1, 1])
  // Fifty requests were refused.
  expect(logged().length).toBeLessThan(15)
})

test('connections that carry nothing any more are replaced, and the log says so once', async () => {
  const database = await testDatabase()
  await using relay = await relayTo(database.url)
  const server = await serverOn(relay.url)
  const logged = keepLog()
  const client = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  const read = (): Promise<Answer> => client.call(agencies.timeZones, {})
  const write = (): Promise<Answer> => client.call(agencies.updateName, { agencyId: 6938, name: 'New Name' })
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
  expect(logged()).toContain('database.connection')
  expect(logged().length).toBeLessThan(8)
  await database.drop()
})
