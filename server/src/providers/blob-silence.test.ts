import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { BlobStore } from './blob-store.ts'
import { StoreError } from './object-store.ts'

/** A store whose machine answers some requests, and says nothing to others or nothing more. */
async function silentStore(answer: RequestListener): Promise<BlobStore> {
  const machine = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => {
    machine.closeAllConnections()
    machine.close()
  })
  await once(machine, 'listening')
  const { port } = machine.address() as AddressInfo
  const connection = `DefaultEndpointsProtocol=http;AccountName=a;AccountKey=aw==;BlobEndpoint=http://127.0.0.1:${port}/a;`
  return new BlobStore(connection, 'store', { answerMs: 200, blockMs: 200 })
}
const unreachable = new StoreError('unreachable', undefined)

test('a machine that takes requests and says nothing keeps nobody waiting for good', async () => {
  const store = await silentStore(() => undefined)
  await expect(store.head('one')).rejects.toThrow(unreachable)
  await expect(store.read('one')).rejects.toThrow(unreachable)
  await expect(store.remove('one')).rejects.toThrow(unreachable)
  await expect(store.write('one', Readable.from([Buffer.from('x')]))).rejects.toThrow(unreachable)
})

test('a machine that says no more in the middle of a file ends its reading', async () => {
  const store = await silentStore((_request, response) => {
    response.writeHead(200, { etag: '"1"', 'content-length': '4' }).write('ab')
  })
  await expect(text((await store.read('one')) ?? Readable.from([]))).rejects.toThrow('abort')
})

test('a store lets go of a file of which nothing was read', async () => {
  const closed = Promise.withResolvers<void>()
  const store = await silentStore((_request, response) => {
    response.once('close', () => closed.resolve())
    response.writeHead(200, { etag: '"1"', 'content-length': '4' }).write('ab')
  })
  const body = await store.read('one')
  body?.destroy()
  await closed.promise
})

test('a store waits for a slow reader as long as that takes', async () => {
  const content = randomBytes(1024 * 1024)
  const store = await silentStore((_request, response) => {
    response.writeHead(200, { etag: '"1"', 'content-length': content.length }).end(content)
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const body = (await store.read('one')) ?? Readable.from([])
  body.read(0)
  while (body.readableLength < body.readableHighWaterMark) await turn()
  vi.advanceTimersByTime(60_000)
  expect((await buffer(body)).equals(content)).toBe(true)
})

test('a machine that takes no block of a file fails as a store', async () => {
  const store = await silentStore((request, response) => {
    if (request.url?.includes('restype=container') === true) response.writeHead(201).end()
  })
  await expect(store.write('one', Readable.from([Buffer.from('x')]))).rejects.toThrow(unreachable)
})
