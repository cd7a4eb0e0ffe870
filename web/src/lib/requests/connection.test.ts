import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answeringServer, fetchAsInPage, json } from '../../../test/answering-server.ts'
import { holdTurns } from '../../../test/hold-turns.ts'
import { connection, useConnectionLoss } from './connection.ts'
import { get } from './http.ts'

const network = new EventTarget()
connection.watch(network)

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
