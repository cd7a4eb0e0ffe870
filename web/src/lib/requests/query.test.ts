import { activity } from '@agency-support/contract/modules/activity'
import { agencies } from '@agency-support/contract/modules/agencies'
import { seats } from '@agency-support/contract/modules/seats'
import {
  focusManager,
  MutationObserver,
  onlineManager,
  QueryClient,
  QueryObserver,
} from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { post } from './http.ts'
import {
  beginRead,
  CallFailure,
  callKey,
  callQuery,
  errorText,
  failedRequestId,
  queryClient,
  remarkedQuery,
  replaceData,
} from './query.ts'

const busyFor = (times: number) => {
  let left = times
  return answeringServer(({ body }, response) => {
    left -= 1
    if (left >= 0) json(response, { code: 429, message: 'Busy.', data: [] }, 429)
    else json(response, { code: 0, message: '', data: [body] })
  })
}

test('a heavy read that is not let in is asked for again until it is its turn', async () => {
  const asked = await busyFor(3)
  const query = { ...callQuery(seats.requests, { status: 8 }), retryDelay: 0 }
  const rows = await new QueryClient().fetchQuery(query)
  expect(rows).toEqual(['{"command":"GetSeatChangeRequests","status":8}'])
  expect(asked).toHaveLength(4)
})

test('the tries are seconds apart, and not all consoles try at one moment', () => {
  const { retryDelay } = callQuery(seats.requests, {})
  if (typeof retryDelay !== 'function') throw new Error('it is not tried again')
  const delays = Array.from({ length: 50 }, () => retryDelay(1, new Error()))
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(2_500)
  expect(Math.max(...delays)).toBeLessThanOrEqual(7_500)
  expect(new Set(delays).size).toBeGreaterThan(25)
})

test('after twelve more tries it has failed', () => {
  const { retry } = callQuery(seats.requests, {})
  if (typeof retry !== 'function') throw new Error('it is not tried again')
  const busy = new CallFailure('Busy.', { fromServer: false, status: 429 })
  expect([11, 12].map((times) => retry(times, busy))).toEqual([true, false])
})

test('any other failure, and any other read, fails at once', async () => {
  const asked = await answeringServer((_asked, response) => json(response, { message: '' }, 503))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await expect(client.fetchQuery(callQuery(seats.requests, {}))).rejects.toMatchObject({ status: 503 })
  expect(asked).toHaveLength(1)
  const busy = await busyFor(1)
  await expect(client.fetchQuery(callQuery(agencies.timeZones, {}))).rejects.toMatchObject({ status: 429 })
  expect(busy).toHaveLength(1)
})

test('a failed read carries the number of its request, where the server answered', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const failing = () => client.fetchQuery(callQuery(agencies.timeZones, {})).catch((error: Error) => error)
  await answeringServer((_asked, response) => {
    response.setHeader('x-request-id', 'a1b2')
    json(response, { message: '' }, 500)
  })
  expect(failedRequestId((await failing()) as Error)).toBe('a1b2')
  await answeringServer((_asked, response) => response.destroy())
  expect(failedRequestId((await failing()) as Error)).toBeNull()
})

test('an answer without the one item that it promised is a failure with the text of its place', async () => {
  await answeringServer((_asked, response) => json(response, { code: 0, message: '', data: [] }))
  const failed = new QueryClient().fetchQuery({ ...callQuery(activity.totals, {}), retry: false })
  const error = await failed.catch((thrown: unknown) => thrown)
  expect(errorText(error as Error, 'Something went wrong')).toBe('Something went wrong')
})

test('an answer with a remark is read with it; one that found nothing has none', async () => {
  const answers = [
    { code: 0, message: 'Only the first 500 are shown.', data: ['UTC'] },
    { code: 2, message: 'Nothing found.', data: [] },
  ]
  await answeringServer((_asked, response) => json(response, answers.shift()))
  const client = new QueryClient()
  const query = remarkedQuery(agencies.timeZones, {})
  expect(await client.fetchQuery(query)).toEqual({
    data: ['UTC'],
    remark: 'Only the first 500 are shown.',
  })
  // Found by those who know the call, but apart from its bare data.
  expect(client.getQueriesData({ queryKey: callKey(agencies.timeZones, {}) })).toHaveLength(1)
  expect(client.getQueryData(callKey(agencies.timeZones, {}))).toBeUndefined()
  expect(await client.fetchQuery(query)).toEqual({ data: [], remark: '' })
})

test('a read is begun before its screen asks for it, unless it is a heavy one', async () => {
  const asked = await answeringServer((_asked, response) =>
    json(response, { code: 0, message: '', data: ['UTC'] }),
  )
  onTestFinished(() => queryClient.clear())
  await beginRead(seats.requests, {})
  expect(asked).toEqual([])
  await beginRead(agencies.timeZones, {})
  expect(queryClient.getQueryData(callKey(agencies.timeZones, {}))).toEqual(['UTC'])
  expect(asked).toHaveLength(1)
})

test('a failure on screen stays until it is tried again there, although its read is begun ahead late', async () => {
  const asked = await answeringServer((_asked, response) => json(response, { message: 'Away.' }, 500))
  onTestFinished(() => queryClient.clear())
  const zones = new QueryObserver(queryClient, callQuery(agencies.timeZones, {}))
  const leave = zones.subscribe(() => undefined)
  await vi.waitFor(() => expect(zones.getCurrentResult().isError).toBe(true), 30_000)
  await beginRead(agencies.timeZones, {})
  expect(zones.getCurrentResult().isError).toBe(true)
  expect(asked).toHaveLength(1)
  leave()
  await beginRead(agencies.timeZones, {})
  expect(asked).toHaveLength(2)
})

test('an answer counts for a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  onTestFinished(() => {
    vi.useRealTimers()
    queryClient.clear()
  })
  const asked = await answeringServer((_asked, response) =>
    json(response, { code: 0, message: '', data: ['UTC'] }),
  )
  for (const [at, times] of [
    [0, 1],
    [59_999, 1],
    [60_000, 2],
  ] as const) {
    vi.setSystemTime(at)
    await beginRead(agencies.timeZones, {})
    expect(asked).toHaveLength(times)
  }
})

test('a read and a write are sent although the browser thinks that it is offline', async () => {
  onlineManager.setOnline(false)
  onTestFinished(() => {
    onlineManager.setOnline(true)
    queryClient.clear()
  })
  const asked = await answeringServer((_asked, response) =>
    json(response, { code: 0, message: '', data: [] }),
  )
  void beginRead(agencies.timeZones, {})
  void new MutationObserver(queryClient, { mutationFn: () => post('/api/request', 'written') }).mutate()
  await vi.waitFor(() => expect(asked).toHaveLength(2), 30_000)
})

test('coming back to the tab reads nothing anew, however old it is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  await answeringServer((_asked, response) => json(response, { code: 0, message: '', data: ['UTC'] }))
  queryClient.mount()
  const zones = new QueryObserver(queryClient, callQuery(agencies.timeZones, {}))
  const leave = zones.subscribe(() => undefined)
  onTestFinished(() => {
    leave()
    focusManager.setFocused(undefined)
    queryClient.unmount()
    queryClient.clear()
    vi.useRealTimers()
  })
  await zones.refetch()
  vi.setSystemTime(3_600_000)
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  // The client reads only after these.
  await queryClient.resumePausedMutations()
  expect(queryClient.isFetching()).toBe(0)
})

test('a read that was under way during a write is made again, and what the write changed stands meanwhile', async () => {
  const [early, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const waits = [early.promise, late.promise]
  const asked = await answeringServer((_asked, response) => {
    const data = [asked.length === 1 ? 'before' : 'after']
    void waits[asked.length - 1]?.then(() => json(response, { code: 0, message: '', data }))
  })
  const client = new QueryClient()
  const key = callKey(agencies.timeZones, {})
  client.setQueryData(key, ['old'])
  void client.prefetchQuery(callQuery(agencies.timeZones, {}))
  await vi.waitFor(() => expect(asked).toHaveLength(1), 30_000)
  replaceData<string[]>(client, key, () => ['written'])
  expect(client.getQueryData(key)).toEqual(['written'])
  await vi.waitFor(() => expect(asked).toHaveLength(2), 30_000)
  early.resolve()
  late.resolve()
  await vi.waitFor(() => expect(client.getQueryData(key)).toEqual(['after']), 30_000)
})
