import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answeringServer, json } from '../../test/answering-server.ts'
import { connection, useOffline } from './connection.ts'
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
const becomeOffline = (): boolean => network.dispatchEvent(new Event('offline'))

beforeEach(() => connection.reached())
afterEach(() => connection.reached())

test('the browser is believed at once when it says that there is no network', () => {
  becomeOffline()
  expect(useOffline.getState()).toBe(true)
})

test('an answer to a request sent before the network was lost does not mean that it is back', async () => {
  const held = Promise.withResolvers<void>()
  const asked = await answeringServer((_asked, response) => void held.promise.then(() => json(response, {})))
  const early = get('/early')
  await vi.waitFor(() => expect(asked).toHaveLength(1), 30_000)
  becomeOffline()
  held.resolve()
  expect(await early).toMatchObject({ ok: true })
  expect(useOffline.getState()).toBe(true)
  await get('/late')
  expect(useOffline.getState()).toBe(false)
})

test('one request without an answer is not believed, two in a row are', () => {
  vi.stubGlobal('navigator', { onLine: true })
  onTestFinished(() => void vi.unstubAllGlobals())
  connection.unreachable()
  connection.reached()
  connection.unreachable()
  expect(useOffline.getState()).toBe(false)
  connection.unreachable()
  expect(useOffline.getState()).toBe(true)
})

test('a server that cannot be reached is asked again every ten seconds until it answers', async () => {
  let answers = false
  const asked = await answeringServer((_asked, response) => {
    if (answers) json(response, {})
    else response.destroy()
  })
  fetchAsInPage()
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const turns = () => timer.mock.calls.filter(([, ms]) => ms === 10_000).map(([turn]) => turn)
  becomeOffline()
  for (const times of [1, 2]) {
    expect(turns()).toHaveLength(times)
    turns().at(-1)?.()
    await vi.waitFor(() => expect(turns()).toHaveLength(times + 1), 30_000)
    expect(asked).toHaveLength(times)
  }
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /health/live',
    'GET /health/live',
  ])
  expect(useOffline.getState()).toBe(true)
  answers = true
  await connection.tryNow()
  expect(useOffline.getState()).toBe(false)
  expect(turns()).toHaveLength(3)
})

test('the server is asked at once when the browser says that there is a network again', async () => {
  await answeringServer((_asked, response) => json(response, {}))
  fetchAsInPage()
  becomeOffline()
  network.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(useOffline.getState()).toBe(false), 30_000)
})
