import { once } from 'node:events'
import { createServer, type Agent, type AgentOptions, type Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import axios from 'axios'
import { expect, onTestFinished, test } from 'vitest'
import { turnableClock } from '../../test/clock.ts'
import { openLog } from '../lib/log.ts'
import { Gate } from './gate.ts'
import { getText } from './get-text.ts'
import { toHttpOptions, toProviderError } from './provider-http.ts'
import { ProviderError } from './provider-error.ts'

const provider = 'back office'
const makeGate = (): Gate => new Gate(provider, { clock: turnableClock(), log: openLog('silent') })

async function listen(server: Server | HttpServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

test('[PROV-07] a read is tried three times, a write once', async () => {
  for (const [isRead, times] of [
    [true, 3],
    [false, 1],
  ] as const) {
    let asked = 0
    const answer = makeGate().ask({ isRead }, () => {
      asked += 1
      return Promise.reject(new ProviderError(provider, 'unavailable', 'down', { status: 503 }))
    })
    await expect(answer).rejects.toThrow('down')
    expect(asked).toBe(times)
  }
})

test('a screen that asks four things while the provider is away for a moment finds it again at the next look', async () => {
  const gate = makeGate()
  const down = new ProviderError(provider, 'unavailable', 'down', { status: 503 })
  const look = (once: () => Promise<string>) =>
    Promise.allSettled(Array.from({ length: 4 }, () => gate.ask({ isRead: true }, once)))
  expect(await look(() => Promise.reject(down))).toEqual(Array(4).fill({ status: 'rejected', reason: down }))
  expect(gate.breaker.facts).toMatchObject({ state: 'closed', failures: 1 })
  const found = { status: 'fulfilled', value: 'fine' }
  expect(await look(() => Promise.resolve('fine'))).toEqual(Array(4).fill(found))
})

test('a Retry-After beyond the time that is left ends the call at once', async () => {
  let asked = 0
  const answer = makeGate().ask({ isRead: true, allMs: 15_000 }, () => {
    asked += 1
    return Promise.reject(
      new ProviderError(provider, 'rateLimited', 'busy', { status: 429, retryAfterMs: 15_001 }),
    )
  })
  await expect(answer).rejects.toThrow('busy')
  expect(asked).toBe(1)
})

test.each(['1893456000', '9'.repeat(30), 'Fri, 01 Jan 2100 00:00:00 GMT'])(
  'a Retry-After of %s is no reason to wait for years',
  (header) => {
    const busy = { response: { status: 429, headers: { 'retry-after': header } } }
    expect(toProviderError(provider, busy)).toMatchObject({
      kind: 'rateLimited',
      retryAfterMs: 24 * 60 * 60 * 1000,
    })
  },
)

test('an answer that stops in its middle ends with the time of the question', async () => {
  const port = await listen(createServer((_request, response) => void response.write('half of it')))
  const gate = makeGate()
  const question = {
    provider,
    url: new URL(`http://127.0.0.1:${port}/`),
    token: 't',
    accept: 'text/plain',
    maxBytes: 100,
  }
  await expect(getText({ ...question, allMs: 200 }, gate)).rejects.toMatchObject({ kind: 'unavailable' })
})

/** A provider that closes each connection when a second request comes on it. */
async function startClosing() {
  const used = new Set<unknown>()
  const answer = createServer(({ socket }, response) => {
    if (used.has(socket)) return void socket.destroy()
    used.add(socket)
    response.end('fine')
  })
  const url = `http://127.0.0.1:${await listen(answer)}/`
  const options = toHttpOptions(100)
  const gate = makeGate()
  let sent = 0
  const ask = (isRead: boolean) =>
    gate.ask({ isRead }, async () => {
      sent += 1
      const got = await axios.get<string>(url, options).catch((error: unknown) => {
        throw toProviderError(provider, error)
      })
      return got.data
    })
  return { ask, counts: () => ({ connections: used.size, sent }) }
}

test('a read on a connection that the provider closed while it was idle is sent again', async () => {
  const { ask, counts } = await startClosing()
  expect(await ask(true)).toBe('fine')
  expect(await ask(true)).toBe('fine')
  expect(counts()).toEqual({ connections: 2, sent: 3 })
  await expect(ask(false)).rejects.toMatchObject({ kind: 'unavailable', mayBeDone: true })
  expect(counts()).toEqual({ connections: 2, sent: 4 })
})

test('a read that meets one of many closed connections is sent again on a new one', async () => {
  const { ask, counts } = await startClosing()
  await Promise.all(Array.from({ length: 8 }, () => ask(true)))
  expect(await ask(true)).toBe('fine')
  expect(counts()).toEqual({ connections: 9, sent: 10 })
})

test('an idle connection is closed by us after seconds, before a provider would', async () => {
  const answer = createServer((_request, response) => void response.end('fine'))
  answer.keepAliveTimeout = 0
  const connected = once(answer, 'connection') as Promise<[Socket]>
  const options = toHttpOptions(100)
  await axios.get<string>(`http://127.0.0.1:${await listen(answer)}/`, options)
  const [connection] = await connected
  await once(connection, 'close')
  // Servers of Node, and many others, close them after five seconds.
  for (const agent of [options.httpAgent, options.httpsAgent] as (Agent & { options: AgentOptions })[])
    expect(agent.options.timeout).toBeLessThan(5_000)
})

test('connections that were closed while they were idle, however many, do not open the breaker', async () => {
  const stale = new ProviderError(provider, 'unavailable', 'hung up', { wasConnectionStale: true })
  const gate = makeGate()
  for (let times = 0; times < 6; times += 1)
    await expect(gate.ask({ isRead: false }, () => Promise.reject(stale))).rejects.toThrow('hung up')
  expect(gate.breaker.facts).toMatchObject({ state: 'closed', failures: 0 })
})

test('an answer that breaks off in its middle is none, and what was asked may have been done', async () => {
  const broken = createServer((_request, response) => {
    response.writeHead(202, { 'content-length': 100 })
    response.write('half of it', () => response.destroy())
  })
  const asked = axios.post(`http://127.0.0.1:${await listen(broken)}/`, '', toHttpOptions(100))
  const failure = await asked.catch((error: unknown) => toProviderError(provider, error))
  expect(failure).toMatchObject({ kind: 'unavailable', status: undefined, mayBeDone: true })
})

test('a provider that takes no connection is given up after three seconds', async () => {
  const port = await listen(createTcpServer(() => undefined))
  const asked = axios.get(`https://127.0.0.1:${port}/`, toHttpOptions(100))
  const failure = await asked.catch((error: unknown) => toProviderError(provider, error))
  expect(failure).toMatchObject({
    kind: 'unavailable',
    message: 'back office could not be reached or hung up',
  })
})

test('an answer that is longer than it may be is no usable answer', async () => {
  const port = await listen(createServer((_request, response) => void response.end('x'.repeat(101))))
  const asked = axios.get(`http://127.0.0.1:${port}/`, toHttpOptions(100))
  const failure = await asked.catch((error: unknown) => toProviderError(provider, error))
  expect(failure).toMatchObject({ kind: 'protocol' })
})
