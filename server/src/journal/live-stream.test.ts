import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { LiveHint } from '@agency-support/contract/modules/journal'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { until } from '../../test/until.ts'
import { LiveStream } from './live-stream.ts'

const server = createServer()
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** A stream and the client side of its connection. */
async function connected(): Promise<{
  stream: LiveStream
  response: ServerResponse
  socket: ReturnType<typeof connect>
}> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  return { stream: new LiveStream(response, 1, { permissions: [] }), response, socket }
}

const hint = (agencyId: number): LiveHint => ({ module: 'agencies', agencyId, event: 'agencies.renamed' })

test('a reader that never reads is cut off instead of filling the memory', async () => {
  const { stream, response, socket } = await connected()
  socket.pause()
  stream.open(false, { hints: [], cursor: 1n })
  const much = Array.from({ length: 2_000 }, (_, at) => hint(at))
  for (let times = 0; times < 1_000 && !response.destroyed; times += 1) {
    stream.send({ hints: much, cursor: 1n })
    // The system's buffers fill first, and only between turns of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(response.destroyed).toBe(true)
  socket.destroy()
})

test('what is sent before the greeting comes after it and after what was missed', async () => {
  const { stream, socket } = await connected()
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString()
  })
  stream.send({ hints: [hint(3)], cursor: 30n })
  stream.open(true, { hints: [hint(2)], cursor: 20n })
  stream.send({ hints: [hint(4)], cursor: 40n })
  stream.end()
  await until('the stream ended', () => text.includes('event: end'))
  const order = [...text.matchAll(/event: (\w+)|"agencyId":(\d)|id: (\d+)/g)].map(([, ...parts]) =>
    parts.find(Boolean),
  )
  expect(order).toEqual(['hello', '20', 'hints', '2', '30', 'hints', '3', '40', 'hints', '4', 'end'])
  socket.destroy()
})

test('a greeting that missed nothing carries the id to resume from', async () => {
  const { stream, socket } = await connected()
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString()
  })
  stream.open(true, { hints: [], cursor: 20n })
  await until('the greeting came', () => text.includes('event: hello'))
  expect(text).toMatch(/retry: \d+\nid: 20\nevent: hello\ndata: \{"resumed":true\}/)
  socket.destroy()
})

test('each greeting tells another time after which to come back, so that a restart does not bring all at once', async () => {
  const delays: number[] = []
  for (let time = 0; time < 20; time += 1) {
    const { stream, socket } = await connected()
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString()
    })
    stream.open(true, { hints: [], cursor: 20n })
    await until('the greeting came', () => text.includes('event: hello'))
    socket.destroy()
    delays.push(Number(/^retry: (\d+)$/m.exec(text)?.[1]))
  }
  for (const ms of delays) expect(ms >= 500 && ms < 1_500).toBe(true)
  expect(new Set(delays).size).toBeGreaterThan(5)
})

/** A stream and what its client has read so far. */
async function readStream() {
  const { stream, response, socket } = await connected()
  const received = { text: '' }
  socket.on('data', (bytes) => {
    received.text += bytes.toString()
  })
  return { stream, response, socket, received }
}

test('the head of a stream goes out before anything is sent', async () => {
  const { socket, received } = await readStream()
  await until('the head came', () => received.text.includes('\r\n\r\n'))
  expect(received.text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(received.text).toContain('content-type: text/event-stream; charset=utf-8\r\n')
  expect(received.text).toContain('x-accel-buffering: no\r\n')
  socket.destroy()
})

test('hints that stand in no row of the journal come without an id, and none at all are not sent', async () => {
  const { stream, socket, received } = await readStream()
  stream.open(false, { hints: [hint(1)] })
  stream.send({ hints: [], cursor: 9n })
  stream.send({ hints: [{ module: 'agencyCommands', agencyId: 2, event: null }] })
  stream.beat()
  await until('the beat came', () => received.text.includes(': beat'))
  const blocks = received.text.replaceAll(/^[0-9a-f]*\r\n/gm, '').split('\n\n')
  expect(blocks.map((block) => block.trim()).slice(-5)).toEqual([
    expect.stringMatching(/retry: \d+\nevent: hello\ndata: \{"resumed":false\}$/),
    'event: hints\ndata: [{"module":"agencies","agencyId":1,"event":"agencies.renamed"}]',
    'event: hints\ndata: [{"module":"agencyCommands","agencyId":2,"event":null}]',
    ': beat',
    '',
  ])
  socket.destroy()
})

test('a change of access is sent when it is one, in whatever order the permissions come', async () => {
  const { stream, socket, received } = await readStream()
  const counts: number[] = []
  for (const permissions of [[], [2000, 2001], [2001, 2000], [2001], [2002], [2002, 2003]]) {
    stream.changeAccess({ permissions })
    stream.beat()
    const beats = counts.length + 1
    await until('the beat came', () => received.text.split(': beat\n\n').length > beats)
    counts.push(received.text.split('event: account\ndata: {}\n\n').length - 1)
    expect(stream.access.permissions).toEqual(permissions)
  }
  expect(counts).toEqual([0, 1, 1, 2, 3, 4])
  socket.destroy()
})

test('the end of a session is sent, and nothing after it', async () => {
  const { stream, response, socket, received } = await readStream()
  const write = vi.spyOn(response, 'write')
  stream.end()
  stream.beat()
  stream.end()
  await until('the stream ended', () => received.text.endsWith('0\r\n\r\n'))
  expect(write.mock.calls).toEqual([['event: end\ndata: {}\n\n']])
  socket.destroy()
  const gone = await connected()
  const toNobody = vi.spyOn(gone.response, 'write')
  gone.response.destroy()
  gone.stream.beat()
  expect(toNobody).not.toHaveBeenCalled()
})

test('a reader may be a mebibyte behind, and no byte more', async () => {
  const { stream, response, socket } = await connected()
  const behind = vi.spyOn(response, 'writableLength', 'get')
  behind.mockReturnValue(1024 * 1024)
  stream.beat()
  expect(response.destroyed).toBe(false)
  behind.mockReturnValue(1024 * 1024 + 1)
  stream.beat()
  expect(response.destroyed).toBe(true)
  socket.destroy()
})
