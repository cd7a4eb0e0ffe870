import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { health } from '@agency-support/contract/modules/health'
import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { testAgentKey } from '../../test/agent-keys.ts'
import { useServer } from '../../test/use-server.ts'
import { openStream } from '../../test/event-stream.ts'
import { textingServer } from '../../test/texting.ts'
import { openTextingClient } from '../../test/texting-client.ts'
import { breakOffBody } from '../../test/raw-socket.ts'
import { until } from '../../test/until.ts'
import { exchange } from '../../test/exchange.ts'
import { Agent } from 'node:http'
import { readFile } from 'node:fs/promises'
import { maxUnderWay } from './load-shedder.ts'
import { startServer } from '../server.ts'
import { sandboxConfig } from '../settings/config.ts'
import { startProblems } from '../start-problem.ts'

const server = useServer({ config: { metrics: { host: '127.0.0.1', port: 0 } } })
const agent = new Agent()
afterAll(() => agent.destroy())

const ask = (path: string, method = 'GET', port = server.metricsPort ?? 0) =>
  exchange(agent, port, { method, path })

/** The value of a series by its name and labels as written in the text; undefined if it is missing. */
async function read(series: string, port = server.metricsPort): Promise<number | undefined> {
  const { body } = await ask('/metrics', 'GET', port)
  const line = body.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

const requests = (call: string, outcome: string): string =>
  `agency_support_requests_total{call="${call}",outcome="${outcome}"}`

test('answers on its own port alone, with what a process tells of itself', async () => {
  const { status, headers, body } = await ask('/metrics')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect(body).toMatch(/^process_cpu_seconds_total \d/m)
  expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
  expect((await ask('/')).status).toBe(404)
  expect((await ask('/api/request', 'POST')).status).toBe(404)
  const posted = await ask('/metrics', 'POST')
  expect([posted.status, posted.headers.allow]).toEqual([405, 'GET'])
  expect((await ask('/metrics?name=x')).status).toBe(200)
  const { body: page, status: publicStatus } = await ask('/metrics', 'GET', server.port)
  expect(publicStatus).toBe(404)
  expect(page).not.toContain('process_cpu')
})

test('requests are counted by call and outcome, with how long they took', async () => {
  await server.agency(6938)
  const client = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  const reader = await server.asNew()
  await client.call(agencies.updateName, { agencyId: 6938, name: 'Another' })
  await client.call(agencies.updateName, { agencyId: 9, name: 'Nobody' })
  await client.call(agencies.updateName, { agencyId: 6938, name: '' })
  await reader.call(agencies.updateName, { agencyId: 6938, name: 'No right' })
  await (await server.as(null)).call(agencies.config, { agencyId: 6938 })
  await until('all are counted', async () => (await read(requests('agencies.updateName', 'denied'))) === 2)
  expect(await read(requests('agencies.updateName', 'ok'))).toBe(1)
  expect(await read(requests('agencies.updateName', 'refused'))).toBe(1)
  expect(await read(requests('other', 'denied'))).toBeGreaterThan(0)
  const name = 'agency_support_request_duration_seconds'
  expect(await read(`${name}_count{call="agencies.updateName"}`)).toBe(4)
  expect(await read(`${name}_bucket{le="+Inf",call="agencies.updateName"}`)).toBe(4)
  await server.db.write.schema.alterTable('agency').renameTo('agency_away').execute()
  await client.call(agencies.config, { agencyId: 6938 })
  await server.db.write.schema.alterTable('agency_away').renameTo('agency').execute()
  await until('the failure is counted', async () => (await read(requests('agencies.config', 'failed'))) === 1)
})

test('a request whose connection breaks in its body is counted', async () => {
  const before = await read(requests('other', 'denied'))
  await breakOffBody(server.port, '/auth/staff/signin/cookie')
  await until('it is counted', async () => (await read(requests('other', 'denied'))) === (before ?? 0) + 1)
})

test('[PROV-08] the breaker of every provider is a gauge with its state', async () => {
  const client = await server.asNew()
  const { data } = await client.call(health.providers, {})
  expect(data.length).toBeGreaterThan(0)
  for (const { provider } of data) {
    const name = `agency_support_provider_breaker{provider="${provider}"`
    expect(await read(`${name},state="closed"}`)).toBe(1)
    expect(await read(`${name},state="halfOpen"}`)).toBe(0)
    expect(await read(`${name},state="open"}`)).toBe(0)
  }
})

test('[PROV-08] what fails by one method of a provider has all of them refused, and the gauge says so', async () => {
  const world = await textingServer({ config: { metrics: { host: '127.0.0.1', port: 0 } } })
  onTestFinished(() => world.close())
  const client = await world.server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })
  const { agencyId, phone } = await world.newAgency()
  const series = 'agency_support_provider_breaker{provider="Bandwidth",state='
  const states = (): Promise<(number | undefined)[]> =>
    Promise.all(
      ['closed', 'halfOpen', 'open'].map((state) => read(`${series}"${state}"}`, world.server.metricsPort)),
    )
  const order = async () => (await client.call(texting.orderInformation, { agencyId })).code
  await world.switches.set('fault', { endpoint: 'order', kind: 'status', status: 500 })
  for (let times = 0; times < 5; times += 1) {
    expect(await states()).toEqual([1, 0, 0])
    expect(await order()).toBe(503)
  }
  expect(await states()).toEqual([0, 0, 1])
  const { calls } = await world.switches.received()
  const other = await client.call(texting.setInServicePhone, { agencyId, phoneNumber: phone })
  expect([other.code, other.message]).toEqual([503, 'Bandwidth cannot be reached at the moment.'])
  expect((await world.switches.received()).calls).toEqual(calls)
  world.server.clock.turn(30)
  expect(await states()).toEqual([0, 1, 0])
  await world.switches.reset()
  expect(await order()).toBe(0)
  expect(await states()).toEqual([1, 0, 0])
})

test('connections of the database, live streams and clients of the texting hub are gauges', async () => {
  const connections = (pool: string, state: string) =>
    read(`agency_support_database_connections{pool="${pool}",state="${state}"}`)
  expect(await connections('read', 'busy')).toBeGreaterThanOrEqual(0)
  // A background job may be using the only one.
  await until('a connection is idle', async () => ((await connections('write', 'idle')) ?? 0) > 0)
  expect(await read('agency_support_database_waiting{pool="write"}')).toBe(0)
  expect(await read('agency_support_live_streams')).toBe(0)
  const person = await server.asNew()
  const stream = await openStream(server, person)
  await until('the stream is counted', async () => (await read('agency_support_live_streams')) === 1)
  stream.drop()
  await until('its end is counted', async () => (await read('agency_support_live_streams')) === 0)
  expect(await read(requests('journal.live', 'ok'))).toBe(1)
  expect(await read('agency_support_request_duration_seconds_count{call="journal.live"}')).toBeUndefined()
  await server.software(8951)
  const texting = openTextingClient(server.port, testAgentKey(8951))
  await texting.start()
  expect(await read('agency_support_texting_connections')).toBe(1)
  await texting.stop()
})

test('calls under way and how many may be are gauges, and each figure stands in docs/operations.md', async () => {
  expect(await read('agency_support_calls_under_way')).toBe(0)
  expect(await read('agency_support_calls_limit')).toBe(maxUnderWay)
  const { body } = await ask('/metrics')
  const figures = [...body.matchAll(/^# TYPE (agency_support_\w+) /gm)].map(([, name]) => name)
  const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `(agency_support_\w+)` \|/gm)].map(([, name]) => name)
  // This figure is of a main process with workers.
  expect(new Set(listed.filter((name) => name !== 'agency_support_workers'))).toEqual(new Set(figures))
})

test('the age of what is not sealed yet is a gauge, and missing while the database does not tell', async () => {
  const lag = 'agency_support_journal_seal_lag_seconds'
  server.clock.turn(30)
  await until('everything is sealed', async () => (await read(lag)) === 0)
  const holder = await server.db.client('holder').connect()
  await holder.query('begin')
  await holder.query('select pg_current_xact_id()')
  const client = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  await client.call(agencies.updateName, { agencyId: 6938, name: 'Not sealed' })
  server.clock.turn(90)
  await until('the row has been waiting', async () => (await read(lag)) === 90)
  await holder.query('rollback')
  await holder.end()
  await server.db.write.schema.alterTable('journal_seal').renameTo('journal_seal_away').execute()
  expect(await read(lag)).toBeUndefined()
  expect(await read('agency_support_live_streams')).toBe(0)
  await server.db.write.schema.alterTable('journal_seal_away').renameTo('journal_seal').execute()
})

test('what waits for software and for how long are gauges, and missing while the database does not tell', async () => {
  const of = (queue: string) => async (): Promise<unknown> => [
    await read(`agency_support_queue_waiting{queue="${queue}"}`),
    await read(`agency_support_queue_oldest_seconds{queue="${queue}"}`),
  ]
  const [commands, reachable, work] = [of('commands'), of('reachableCommands'), of('work')]
  expect(await commands()).toEqual([0, 0])
  const agencyId = 7001
  const software = await server.software(agencyId)
  const person = await server.asNew()
  for (const agencyCommand of ['count', 'agency'] as const) {
    expect((await person.call(agencyCommands.issue, { agencyId, agencyCommand })).code).toBe(0)
    server.clock.turn(45)
  }
  expect([await commands(), await reachable(), await work()]).toEqual([
    [2, 90],
    [0, 0],
    [0, 0],
  ])
  expect(
    (await software.call(agencyCommands.heartbeat, { versionDisplay: '5.4.2', hostName: 'HQ' })).code,
  ).toBe(0)
  // Cached for five seconds, because counting scans everything that waits.
  expect(await reachable()).toEqual([0, 0])
  server.clock.turn(5)
  expect(await reachable()).toEqual([2, 95])
  await server.db.write.schema.alterTable('outside_work').renameTo('outside_work_away').execute()
  server.clock.turn(5)
  expect(await commands()).toEqual([undefined, undefined])
  expect(await read('agency_support_live_streams')).toBe(0)
  await server.db.write.schema.alterTable('outside_work_away').renameTo('outside_work').execute()
  expect(await commands()).toEqual([2, 100])
})

test('a port that is taken keeps the server from starting, and its setting is named', async () => {
  const port = server.metricsPort ?? 0
  const config = sandboxConfig({
    databaseUrl: server.database.url,
    logLevel: 'silent',
    metrics: { host: '127.0.0.1', port },
  })
  const problems = await startServer(config).then(
    () => expect.unreachable('it started'),
    (error: unknown) => startProblems(error),
  )
  expect(problems).toEqual([`METRICS_PORT: another program listens on port ${port} of 127.0.0.1.`])
})
