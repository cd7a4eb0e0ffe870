import { emptyEnvelope } from '@agency-support/contract/envelope'
import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { journal } from '@agency-support/contract/modules/journal'
import { textingHub } from '@agency-support/contract/modules/texting-presence'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { testAgentKey } from '../../test/agent-keys.ts'
import { type TestServer, testServer } from '../../test/app.ts'
import { openTestSession } from '../../test/people.ts'
import { runProgram } from '../../test/program.ts'
import { announce, logNamed } from '../../test/send-file.ts'
import { makeCertificate } from '../../test/tls.ts'
import { until } from '../../test/until.ts'
import { busySentence } from './load-shedder.ts'

const host = 'support.example.com'
const example = new URL('../../../deploy/nginx.conf', import.meta.url)
const hasNginx = spawnSync('nginx', ['-v']).error === undefined
if (!hasNginx)
  process.stderr.write(
    'nginx is not installed (Debian package nginx-light): deploy/nginx.conf is not tried.\n',
  )

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

/** The example as it stands, with the ports, names of files and certificate of this test. */
async function startNginx(ports: readonly [number, number]) {
  const folder = await mkdtemp(join(tmpdir(), 'agency-support-nginx-'))
  const { certificate, key } = await makeCertificate(host, 30)
  const [tls, plain] = [await findFreePort(), await findFreePort()]
  const log = join(folder, 'access.log')
  const site = (await readFile(example, 'utf8'))
    .replace('127.0.0.1:4000', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:4001', `127.0.0.1:${ports[1]}`)
    .replace('listen 443', `listen 127.0.0.1:${tls}`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replace('/etc/ssl/certs/support.example.com.pem', join(folder, 'certificate.pem'))
    .replace('/etc/ssl/private/support.example.com.key', join(folder, 'key.pem'))
    .replace('/var/log/nginx/agency-support.log', log)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const whole = `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid ${join(folder, 'pid')}; error_log stderr notice; events {}
http { ${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')}
${site} }`
  await writeFile(join(folder, 'certificate.pem'), certificate)
  await writeFile(join(folder, 'key.pem'), key)
  await writeFile(join(folder, 'nginx.conf'), whole)
  const program = runProgram('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')])
  onTestFinished(async () => {
    program.child.kill()
    await program.ended
    await rm(folder, { recursive: true })
  })
  await program.says(/start worker process/)
  const open = (method: string, path: string, headers: OutgoingHttpHeaders) =>
    request({
      host: '127.0.0.1',
      servername: host,
      port: tls,
      ca: certificate,
      method,
      path,
      headers: { host, ...headers },
    })
  return { open, readLog: () => readFile(log, 'utf8') }
}

type Open = Awaited<ReturnType<typeof startNginx>>['open']

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

/** What a person's browser and an agency's software need of the proxy. */
async function goThrough(server: TestServer, open: Open): Promise<void> {
  const { cookie } = await openTestSession(server.db, server.clock, await server.person(), {
    publicOrigin: `https://${host}`,
  })
  const page = { cookie, origin: `https://${host}` }
  const read = () => post(open, agencies.config.at.path, page, { command: 'GetAgencyConfig', agencyId: 8951 })
  expect(await read()).toMatchObject({ status: 200, body: expect.stringContaining('"code":0') })
  // Three times what nginx takes unless told.
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
    const { open, readLog } = await startNginx([server.port, other.port])
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
    const { open } = await startNginx([server.port, other.port])
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
    const { open } = await startNginx([one, other])
    for (let times = 0; times < 6; times += 1) {
      const [answer] = (await once(open('GET', '/api/environment', {}).end(), 'response')) as [
        IncomingMessage,
      ]
      const body = (await buffer(answer)).toString()
      expect([answer.statusCode, answer.headers['retry-after'], body]).toEqual([503, '2', busy])
    }
  },
)
