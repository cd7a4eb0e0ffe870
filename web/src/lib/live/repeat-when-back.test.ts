import { agencies } from '@agency-support/contract/modules/agencies'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answeringServer, fetchAsInPage, json } from '../../../test/answering-server.ts'
import { holdTurns } from '../../../test/hold-turns.ts'
import { connection, useConnectionLoss } from '../requests/connection.ts'
import { outage, useOutage } from '../requests/outage.ts'
import { callQuery } from '../requests/query.ts'
import { repeatWhenBack } from './repeat-when-back.ts'

test('a read on screen that got no answer is repeated once the connection is back, a refused one and one of a screen that was left are not', async () => {
  let isThere = false
  const asked = await answeringServer(({ body }, response) => {
    if (!isThere) response.destroy()
    else if (body.includes('AgencySearch')) json(response, { message: '' }, 503)
    else json(response, { code: 0, message: '', data: [] })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  onTestFinished(repeatWhenBack(client))
  onTestFinished(() => connection.reached())
  const zones = new QueryObserver(client, callQuery(agencies.timeZones, {}))
  const found = new QueryObserver(client, callQuery(agencies.search, { searchText: 'lee' }))
  for (const read of [zones, found]) onTestFinished(read.subscribe(() => undefined))
  for (const read of [zones, found])
    await vi.waitFor(() => expect(read.getCurrentResult().isError).toBe(true), 30_000)
  await client.prefetchQuery(callQuery(agencies.config, { agencyId: 6938 }))
  isThere = true
  connection.reached()
  await vi.waitFor(() => expect(zones.getCurrentResult().isSuccess).toBe(true), 30_000)
  await vi.waitFor(() => expect(found.getCurrentResult().error).toMatchObject({ status: 503 }), 30_000)
  connection.unreachable()
  connection.unreachable()
  connection.reached()
  expect(client.isFetching()).toBe(0)
  const times = (command: string) => asked.filter(({ body }) => body.includes(command)).length
  expect([times('AgencySearch'), times('GetAgencyConfig')]).toEqual([2, 1])
})

function readOnScreen(client: QueryClient) {
  const read = new QueryObserver(client, callQuery(agencies.timeZones, {}))
  onTestFinished(read.subscribe(() => undefined))
  const failedWith = (status: number): Promise<void> =>
    vi.waitFor(() => expect(read.getCurrentResult().error).toMatchObject({ status }), 30_000)
  const succeeds = (): Promise<void> =>
    vi.waitFor(() => expect(read.getCurrentResult().isSuccess).toBe(true), 30_000)
  return { failedWith, succeeds }
}

const betweenAsksMs = 12_500

/** When the server is asked about an outage; a test calls the turn. */
function holdAsks(): (() => void)[] {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  return holdTurns(betweenAsksMs)
}

/** What was said of an outage stands for six seconds at least, which pass here at once. */
function passTheLeast(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 })
  onTestFinished(() => void vi.useRealTimers())
}

test('an outage is asked about until it is over, and then the reads on screen that it refused are repeated', async () => {
  let isReady = false
  const asked = await answeringServer(({ path }, response) => {
    if (path === '/health/ready') json(response, {}, isReady ? 200 : 503)
    else if (isReady) json(response, { code: 0, message: '', data: [] })
    else json(response, { message: 'The database restarts.' }, 503)
  })
  fetchAsInPage()
  const turns = holdAsks()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const read = readOnScreen(client)
  await read.failedWith(503)
  // Its code is loaded after the first reads.
  onTestFinished(repeatWhenBack(client))
  for (const times of [1, 2]) {
    expect(turns).toHaveLength(times)
    turns.at(-1)?.()
    await vi.waitFor(() => expect(turns).toHaveLength(times + 1), 30_000)
  }
  expect(useOutage.getState()).toEqual({ sentence: 'The database restarts.' })
  isReady = true
  passTheLeast()
  turns.at(-1)?.()
  await read.succeeds()
  expect(useOutage.getState()).toBeNull()
  expect(asked.map(({ path }) => path)).toEqual([
    '/api/request',
    ...Array<string>(3).fill('/health/ready'),
    '/api/request',
  ])
})

test('a read that stays unavailable while the server is ready is repeated once, and again only after a real outage', async () => {
  let isReady = true
  const asked = await answeringServer(({ path }, response) => {
    const isAsked = path === '/health/ready'
    json(response, { message: 'The file store is away.' }, isAsked && isReady ? 200 : 503)
  })
  fetchAsInPage()
  const turns = holdAsks()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  onTestFinished(repeatWhenBack(client))
  const read = readOnScreen(client)
  const reads = () => asked.filter(({ path }) => path === '/api/request').length
  await read.failedWith(503)
  async function outageEnds(): Promise<void> {
    const over = Promise.withResolvers<void>()
    onTestFinished(useOutage.subscribe((said) => said === null && over.resolve()))
    passTheLeast()
    turns.at(-1)?.()
    await over.promise
    await vi.waitFor(() => expect(client.isFetching()).toBe(0), 30_000)
  }
  await outageEnds()
  await read.failedWith(503)
  expect([reads(), useOutage.getState()]).toEqual([2, { sentence: 'The file store is away.' }])
  await outageEnds()
  expect([reads(), useOutage.getState()]).toEqual([2, null])
  await client.refetchQueries()
  expect(reads()).toBe(3)
  isReady = false
  const before = turns.length
  turns.at(-1)?.()
  await vi.waitFor(() => expect(turns.length).toBeGreaterThan(before), 30_000)
  isReady = true
  await outageEnds()
  expect(reads()).toBe(4)
})

test('once stopped, what the server answers to the last question starts no other', async () => {
  const held = Promise.withResolvers<void>()
  const asked = await answeringServer(
    (_asked, response) => void held.promise.then(() => json(response, {}, 503)),
  )
  const answers: Promise<Response>[] = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => {
    const answer = fetch(new URL(path, location.origin), options)
    answers.push(answer)
    return answer
  })
  const turns = holdAsks()
  outage.note(503, 'The database restarts.')
  const stop = repeatWhenBack(new QueryClient())
  turns.at(-1)?.()
  await vi.waitFor(() => expect(asked).toHaveLength(1), 30_000)
  stop()
  held.resolve()
  await Promise.allSettled(answers)
  expect(turns).toHaveLength(1)
})

test('what a proxy answers for a server that it cannot reach counts as no answer, and is repeated', async () => {
  let isThere = false
  await answeringServer((_asked, response) => {
    if (isThere) json(response, { code: 0, message: '', data: [] })
    else response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>')
  })
  fetchAsInPage()
  vi.stubGlobal('navigator', { onLine: true })
  onTestFinished(() => connection.reached())
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  onTestFinished(repeatWhenBack(client))
  const read = readOnScreen(client)
  await read.failedWith(0)
  await connection.tryNow()
  expect(useConnectionLoss.getState()).toBe('server')
  isThere = true
  await connection.tryNow()
  expect(useConnectionLoss.getState()).toBeNull()
  await read.succeeds()
})
