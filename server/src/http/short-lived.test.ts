import { agencies } from '@agency-support/contract/modules/agencies'
import { once } from 'node:events'
import { connect } from 'node:net'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { useServer } from '../../test/use-server.ts'
import { wireForm } from '../../test/wire.ts'

// Captured log lines would count as leaked memory.
const server = useServer({ config: { logLevel: 'warn', accessLog: true, strictAnswers: false } })

const atOnce = 16
const requests = 6_000
/** Bytes that a request may leave in V8's old generation; it allocates some 60 kB. */
const maxLeft = 500

// Same as --expose-gc.
setFlagsFromString('--expose-gc')
const collectAll = runInNewContext('gc') as () => void
const longLived = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')?.space_used_size ?? 0

/** Sends a request many times over several keep-alive connections; returns the number of answers with code 0. */
async function send(request: string, times: number): Promise<number> {
  let sent = 0
  let good = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const socket = connect(server.port, '127.0.0.1').setEncoding('latin1')
      for (; sent < times; sent += 1) {
        socket.write(request)
        let text = ''
        while (!text.endsWith('}')) text += String((await once(socket, 'data'))[0])
        if (text.includes('{"code":0,')) good += 1
      }
      socket.destroy()
    }),
  )
  return good
}

test('what a request makes is collected with what is new, and does not outlive it', async () => {
  const ada = await server.asNew()
  await server.agency(6938)
  const { body = '' } = wireForm(agencies.config, { agencyId: 6938 })
  const request = [
    'POST /api/request HTTP/1.1',
    `host: ${new URL(server.origin).host}`,
    `origin: ${server.origin}`,
    `cookie: ${ada.cookie}`,
    'content-type: application/json',
    `content-length: ${String(body).length}`,
    '',
    String(body),
  ].join('\r\n')
  await send(request, requests / 2)
  collectAll()
  const before = longLived()
  expect(await send(request, requests)).toBeGreaterThanOrEqual(requests)
  expect((longLived() - before) / requests).toBeLessThan(maxLeft)
})
