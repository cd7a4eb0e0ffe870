import { emptyEnvelope } from '@agency-support/contract/envelope'
import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { journal } from '@agency-support/contract/modules/journal'
import { textingHub } from '@agency-support/contract/modules/texting-presence'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { request } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { testAgentKey } from '../../test/agent-keys.ts'
import { type TestServer, testServer } from '../../test/app.ts'
import { hasNginx, host, startNginx } from '../../test/nginx.ts'
import { openTestSession } from '../../test/people.ts'
import { announce, logNamed } from '../../test/send-file.ts'
import { until } from '../../test/until.ts'
import { busySentence } from './load-shedder.ts'

if (!hasNginx)
  process.stderr.write(
    'nginx is not installed (Debian package nginx-light): deploy/nginx.conf is not tried.\n',
  )

/** Starts nginx with the example configuration until the test ends, and a way to send requests through it. */
async function openNginx(ports: readonly [number, number], change?: (site: string) => string) {
  const nginx = await startNginx(ports, change)
  onTestFinished(() => nginx[Symbol.asyncDispose]())
  const { certificate: ca, port, readLog, readErrors } = nginx
  const open = (method: string, path: string, headers: OutgoingHttpHeaders) =>
    request({ host: '127.0.0.1', servername: host, port, ca, method, path, headers: { host, ...headers } })
  return { open, readLog, readErrors }
}

type Open = Awaited<ReturnType<typeof openNginx>>['open']

async function post(open: Open, path: string, headers: OutgoingHttpHeaders, body: Buffer | object) {
  const isBytes = body instanceof Buffer
  const type = isBytes ? 'application/octet-stream' : 'application/json'
  const asked = open('POST', path, { 'content-type': type, ...headers })
  asked.end(isBytes ? body : JSON.stringify(body))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, body: (await buffer(answer)).toString() }
}

async function upload(open: Open, bytes: Buffer): Promise<string> {
  const headers = { authorization: `Bearer ${testAgentKey(8951)}` }
  const opened = await post(
    open,
    agencyFiles.openUpload.at.path,
    headers,
    announce(logNamed('error.log'), bytes),
  )
  const { data } = JSON.parse(opened.body) as { data: { uploadId: string }[] }
  const path = agencyFiles.appendUpload.at.path.replace('{uploadId}', data[0]?.uploadId ?? '')
  return (await post(open, `${path}?offset=0`, headers, bytes)).body
}

/** Checks what browsers and agencies' software need from the proxy. */
async function goThrough(server: TestServer, open: Open): Promise<void> {
  const { cookie } = await openTestSession(server.db, server.clock, await server.person(), {
    publicOrigin: `https://${host}`,
  })
  const page = { cookie, origin: `https://${host}` }
  const read = () => post(open, agencies.config.at.path, page, { command: 'GetAgencyConfig', agencyId: 8951 })
  expect(await read()).toMatchObject({ status: 200, body: expect.stringContaining('"code":0') })
  const long = { command: 'GetAgencyConfig', agencyId: 8951, more: 'x'.repeat(2 * 1024 * 1024) }
  expect(await post(open, agencies.config.at.path, page, long)).toMatchObject({
    status: 413,
    body: expect.stringContaining('The request is too large.'),
  })
  // Three times the default body limit of nginx.
  const bytes = Buffer.alloc(3 * 1024 * 1024, 'line\n')
  expect(JSON.parse(await upload(open, bytes))).toMatchObject({ code: 0, data: [{ offset: bytes.length }] })
  const stream = open('GET', journal.live.at.path, page).end()
  const [opened] = (await once(stream, 'response')) as [IncomingMessage]
  const [greeting] = (await once(opened, 'data')) as [Buffer]
  expect(greeting.toString()).toContain('event: hello')
  stream.destroy()
  const socket = open('GET', `${textingHub}?access_token=${testAgentKey(8951)}`, {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16, 1).toString('base64'),
  }).end()
  const [switched, raw] = (await once(socket, 'upgrade')) as [IncomingMessage, Socket]
  expect(switched.statusCode).toBe(101)
  raw.destroy()
}

test.skipIf(!hasNginx)(
  'the example for nginx lets through what browsers and agencies send, past a stopped process',
  async () => {
    const config = { publicOrigin: `https://${host}`, trustedProxies: ['127.0.0.1'] }
    await using server = await testServer({ config })
    const other = await testServer({ config, database: server.database, clock: server.clock })
    await server.software(8951)
    const { open, readLog } = await openNginx([server.port, other.port])
    await goThrough(server, open)
    await other.close()
    const { cookie } = await openTestSession(server.db, server.clock, await server.person(), config)
    const body = { command: 'GetAgencyConfig', agencyId: 8951 }
    for (let times = 0; times < 10; times += 1)
      expect(
        (await post(open, agencies.config.at.path, { cookie, origin: `https://${host}` }, body)).status,
      ).toBe(200)
    await until('the hub is in the access log', async () => (await readLog()).includes(textingHub))
    expect(await readLog()).not.toContain('access_token')
  },
)

test.skipIf(!hasNginx)(
  'a file of the console that one process has not yet comes from the other',
  async () => {
    const consoles = await mkdtemp(join(tmpdir(), 'agency-support-consoles-'))
    onTestFinished(() => rm(consoles, { recursive: true }))
    const [old, fresh] = [join(consoles, 'old'), join(consoles, 'fresh')]
    for (const folder of [old, fresh]) {
      await mkdir(join(folder, 'assets'), { recursive: true })
      await writeFile(join(folder, 'index.html'), '<!doctype html>')
    }
    await writeFile(join(fresh, 'assets/fresh.js'), 'fresh')
    const config = { publicOrigin: `https://${host}`, trustedProxies: ['127.0.0.1'] }
    await using server = await testServer({ config: { ...config, consoleFolder: old } })
    const { database, clock } = server
    await using other = await testServer({ config: { ...config, consoleFolder: fresh }, database, clock })
    const { open } = await openNginx([server.port, other.port])
    const get = async (path: string) => {
      const [answer] = (await once(open('GET', path, {}).end(), 'response')) as [IncomingMessage]
      return { status: answer.statusCode, body: (await buffer(answer)).toString() }
    }
    for (let times = 0; times < 4; times += 1)
      expect(await get('/assets/fresh.js')).toEqual({ status: 200, body: 'fresh' })
    expect((await get('/assets/of-nobody.js')).status).toBe(404)
  },
)

test.skipIf(!hasNginx)(
  'processes that have too much to do are not taken for ones that are gone',
  async () => {
    const busy = JSON.stringify(emptyEnvelope(503, busySentence))
    const ports: number[] = []
    for (let number = 0; number < 2; number += 1) {
      const process = createHttpServer((_request, response) => {
        response.writeHead(503, { 'retry-after': '2' }).end(busy)
      }).listen(0, '127.0.0.1')
      onTestFinished(() => void process.close())
      await once(process, 'listening')
      ports.push((process.address() as AddressInfo).port)
    }
    const [one = 0, other = 0] = ports
    const { open } = await openNginx([one, other])
    for (let times = 0; times < 6; times += 1) {
      const [answer] = (await once(open('GET', '/api/environment', {}).end(), 'response')) as [
        IncomingMessage,
      ]
      const body = (await buffer(answer)).toString()
      expect([answer.statusCode, answer.headers['retry-after'], body]).toEqual([503, '2', busy])
    }
  },
)

test.skipIf(!hasNginx)(
  'nginx itself refuses what is too much, as the server does, and goes on when there is room',
  async () => {
    const held: ServerResponse[] = []
    const slow = createHttpServer((_request, response) => void held.push(response)).listen(0, '127.0.0.1')
    onTestFinished(() => void slow.close())
    await once(slow, 'listening')
    const { port } = slow.address() as AddressInfo
    const { open } = await openNginx([port, port], (site) => site.replace('_calls 400;', '_calls 2;'))
    const ask = () => post(open, '/api/request', {}, { command: 'GetAgencyConfig' })
    const waiting = [ask(), ask()]
    await until('both are under way', () => held.length === 2)
    expect(await ask()).toEqual({ status: 503, body: JSON.stringify(emptyEnvelope(503, busySentence)) })
    const others = post(open, '/agent/v1/commands/claim', {}, {})
    await until('another path is not counted', () => held.length === 3)
    for (const response of held) response.end('{}')
    expect((await Promise.all([...waiting, others])).map(({ status }) => status)).toEqual([200, 200, 200])
    const again = ask()
    await until('there is room again', () => held.length === 4)
    held[3]?.end('{}')
    expect((await again).status).toBe(200)
  },
)

test.skipIf(!hasNginx)('a large answer to the console is not written to the disk by nginx', async () => {
  const large = Buffer.alloc(8 * 1024 * 1024, 'x')
  const process = createHttpServer((_request, response) => response.end(large)).listen(0, '127.0.0.1')
  onTestFinished(() => void process.close())
  await once(process, 'listening')
  const { port } = process.address() as AddressInfo
  const { open, readErrors } = await openNginx([port, port])
  expect((await post(open, '/api/request', {}, {})).body).toHaveLength(large.length)
  expect(readErrors()).not.toContain('temporary file')
})
