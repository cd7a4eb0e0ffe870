import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answeringServer, json } from '../../test/answering-server.ts'
import { connection, useOffline } from './connection.ts'
import { get } from './http.ts'

const network = new EventTarget()
connection.watch(network)
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
