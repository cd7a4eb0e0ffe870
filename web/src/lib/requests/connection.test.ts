import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { connection, useConnectionLoss } from './connection.ts'
import { get } from './http.ts'

const network = new EventTarget()
connection.watch(network)

/** Requests with paths go to the answering server, as they do from a page. */
function fetchAsInPage(): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, options: RequestInit) =>
    fetch(new URL(path, location.origin), options),
  )
}

/** What the page does after this time, which here passes only when the test calls it: a slow machine adds no turns. */
function holdTurns(after: number): (() => void)[] {
  const turns: (() => void)[] = []
  const { setTimeout } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((turn: () => void, ms?: number) =>
    ms === after ? turns.push(turn) : setTimeout(turn, ms)) as typeof setTimeout)
  return turns
}

const becomeOffline = (): boolean => network.dispatchEvent(new Event('offline'))

beforeEach(() => connection.reached())
afterEach(() => connection.reached())

test('the browser is believed at once when it says that there is no network', () => {
  becomeOffline()
  expect(useConnectionLoss.getState()).toBe('network')
})

test('an answer to a request sent before the network was lost does not mean that it is back', async () => {
  const held = Promise.withResolvers<void>()
  const asked = await answeringServer((_asked, response) => void held.promise.then(() => json(response, {})))
  const early = get('/early')
  await vi.waitFor(() => expect(asked).toHaveLength(1), 30_000)
  becomeOffline()
  held.resolve()
  expect(await early).toMatchObject({ ok: true })
  expect(useConnectionLoss.getState()).toBe('network')
  await get('/late')
  expect(useConnectionLoss.getState()).toBeNull()
})

function haveNetwork(): void {
  vi.stubGlobal('navigator', { onLine: true })
  onTestFinished(() => void vi.unstubAllGlobals())
}

test('one request without an answer is not believed, two in a row are', () => {
  haveNetwork()
  connection.unreachable()
  connection.reached()
  connection.unreachable()
  expect(useConnectionLoss.getState()).toBeNull()
  connection.unreachable()
  expect(useConnectionLoss.getState()).toBe('server')
})

test('after one request without an answer the server is asked itself, and believed', async () => {
  let answers = true
  const asked = await answeringServer((_asked, response) => {
    if (answers) json(response, {})
    else response.destroy()
  })
  fetchAsInPage()
  haveNetwork()
  const turns = holdTurns(2_000)
  const ask = () => turns.at(-1)?.()
  connection.unreachable()
  ask()
  await vi.waitFor(() => expect(asked).toHaveLength(1), 30_000)
  expect(useConnectionLoss.getState()).toBeNull()
  answers = false
  connection.unreachable()
  ask()
  await vi.waitFor(() => expect(useConnectionLoss.getState()).toBe('server'), 30_000)
})

test('a server that cannot be reached is asked again every ten seconds until it answers', async () => {
  let answers = false
  const asked = await answeringServer((_asked, response) => {
    if (answers) json(response, {})
    else response.destroy()
  })
  fetchAsInPage()
  const turns = holdTurns(10_000)
  becomeOffline()
  for (const times of [1, 2]) {
    expect(turns).toHaveLength(times)
    turns.at(-1)?.()
    await vi.waitFor(() => expect(turns).toHaveLength(times + 1), 30_000)
    expect(asked).toHaveLength(times)
  }
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /health/live',
    'GET /health/live',
  ])
  expect(useConnectionLoss.getState()).not.toBeNull()
  answers = true
  await connection.tryNow()
  expect(useConnectionLoss.getState()).toBeNull()
  expect(turns).toHaveLength(3)
})

test('the server is asked at once when the browser says that there is a network again', async () => {
  await answeringServer((_asked, response) => json(response, {}))
  fetchAsInPage()
  becomeOffline()
  network.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(useConnectionLoss.getState()).toBeNull(), 30_000)
})
