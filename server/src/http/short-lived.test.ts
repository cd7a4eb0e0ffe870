import type { AnyCall } from '@agency-support/contract/call'
import { agencies } from '@agency-support/contract/modules/agencies'
import { once } from 'node:events'
import { connect } from 'node:net'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../test/use-server.ts'
import { wireForm } from '../../test/wire.ts'

// Captured log lines would count as leaked memory.
const server = useServer({ config: { logLevel: 'warn', accessLog: true, strictAnswers: false } })

const atOnce = 16
const requests = 6_000
/** Bytes that a request may leave in V8's old generation; it allocates some 60 kB. */
const maxLeft = 500
/**
 * Bytes of buffers that a compressed answer may leave; a context of its own left 10 kB. The buffers of the connections
 * themselves are among them, up to 1 kB for each answer on a busy machine.
 */
const maxBuffersLeft = 3_000

// Same as --expose-gc.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void
const longLived = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')?.space_used_size ?? 0

function toRequest(call: AnyCall, input: object, { cookie, encoding }: { cookie: string; encoding: string }) {
  const { path, body = '' } = wireForm(call, input)
  return [
    `POST ${path} HTTP/1.1`,
    `host: ${new URL(server.origin).host}`,
    `origin: ${server.origin}`,
    `cookie: ${cookie}`,
    `accept-encoding: ${encoding}`,
    'content-type: application/json',
    `content-length: ${String(body).length}`,
    '',
    String(body),
  ].join('\r\n')
}

/** Sends a request many times over several keep-alive connections; returns the number of answers with this text. */
async function send(request: string, times: number, text: string): Promise<number> {
  let sent = 0
  let good = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const socket = connect(server.port, '127.0.0.1').setEncoding('latin1')
      for (; sent < times; sent += 1) {
        socket.write(request)
        let answer = ''
        while (!isWhole(answer)) answer += String((await once(socket, 'data'))[0])
        if (answer.includes(text)) good += 1
      }
      socket.destroy()
    }),
  )
  return good
}

function isWhole(answer: string): boolean {
  const bodyAt = answer.indexOf('\r\n\r\n') + 4
  return bodyAt > 3 && answer.length >= bodyAt + Number(/content-length: (\d+)/i.exec(answer)?.[1])
}

beforeAll(async () => {
  await server.agency(6938)
  for (let at = 0; at < 60; at += 1) await server.agency(7_000 + at)
})

test('what a request makes is collected with what is new, and does not outlive it', async () => {
  const { cookie = '' } = await server.asNew()
  const request = toRequest(agencies.config, { agencyId: 6938 }, { cookie, encoding: 'identity' })
  await send(request, requests / 2, '{"code":0,')
  collect({ type: 'major' })
  const before = longLived()
  expect(await send(request, requests, '{"code":0,')).toBeGreaterThanOrEqual(requests)
  expect((longLived() - before) / requests).toBeLessThan(maxLeft)
})

test('so are the buffers that compress its answer', async () => {
  const { cookie = '' } = await server.asNew()
  const request = toRequest(agencies.search, { searchText: '70' }, { cookie, encoding: 'zstd' })
  // So few that no full collection comes in between.
  const compressed = requests / 10
  collect({ type: 'major' })
  expect(await send(request, compressed, 'content-encoding: zstd')).toBeGreaterThanOrEqual(compressed)
  // The first one may only move what it finds.
  for (const _ of [1, 2, 3]) collect({ type: 'minor' })
  const before = process.memoryUsage().arrayBuffers
  collect({ type: 'major' })
  expect((before - process.memoryUsage().arrayBuffers) / compressed).toBeLessThan(maxBuffersLeft)
})
