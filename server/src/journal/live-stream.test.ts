import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { LiveHint } from '@agency-support/contract/modules/journal'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

/** A stream and the far end of its connection. */
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

const hint = (agencyId: number): LiveHint => ({ room: 'agencies', agencyId, event: 'agencies.renamed' })

test('a reader that never reads is cut off instead of filling the memory', async () => {
  const { stream, response, socket } = await connected()
  socket.pause()
  stream.open(false, { hints: [], cursor: 1n })
  const much = Array.from({ length: 2_000 }, (_, at) => hint(at))
  for (let times = 0; times < 1_000 && !response.destroyed; times += 1) {
    stream.send({ hints: much, cursor: 1n })
    // The system's own buffers fill first, and only between turns of the loop.
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(response.destroyed).toBe(true)
  socket.destroy()
})

test('what is told before the greeting comes after it and after what was missed', async () => {
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
  const told: number[] = []
  for (let time = 0; time < 20; time += 1) {
    const { stream, socket } = await connected()
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString()
    })
    stream.open(true, { hints: [], cursor: 20n })
    await until('the greeting came', () => text.includes('event: hello'))
    socket.destroy()
    told.push(Number(/^retry: (\d+)$/m.exec(text)?.[1]))
  }
  for (const ms of told) expect(ms >= 500 && ms < 1_500).toBe(true)
  expect(new Set(told).size).toBeGreaterThan(5)
})
