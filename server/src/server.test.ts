import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { agencies } from '@agency-support/contract/modules/agencies'
import { session } from '@agency-support/contract/modules/session'
import { P } from '@agency-support/contract/permissions'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testServer } from '../test/app.ts'
import { testDatabase } from '../test/database.ts'
import { madeUpServer } from '../test/made-up.ts'
import { lines } from '../test/raw-socket.ts'
import { logNamed, sendFile } from '../test/send-file.ts'
import { until } from '../test/until.ts'
import { sandboxConfig } from './settings/config.ts'
import { openDatabase } from './db/open.ts'
import { folderSettings } from './settings/files.ts'
import type { Handler } from './calls/context.ts'
import { startServer } from './server.ts'
import { startProblems } from './start-problem.ts'

test('a server that cannot have its port leaves nothing open', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const database = await testDatabase()
  const db = openDatabase({ url: database.url, poolSize: 1, onError: () => undefined })
  const config = sandboxConfig({ databaseUrl: database.url, port, logLevel: 'silent' })
  const failure: unknown = await startServer(config).catch((error: unknown) => error)
  expect(startProblems(failure)).toEqual([`PORT: another program listens on port ${port} of 127.0.0.1.`])
  await until('its connections are gone', async () => {
    const { rows } = await sql<{ open: number }>`select count(*) as open from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db.write)
    return rows[0]?.open === 0
  })
  taken.close()
  await db.close()
  await database.drop()
})

const ask = (cookie: string | undefined, ...more: string[]): string => {
  const body = '{"command":"GetAgencyConfig","agencyId":1}'
  return lines(
    'POST /api/request HTTP/1.1',
    'Host: a',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `Cookie: ${cookie}`,
    ...more,
    '',
    body,
  )
}

test.each([
  [
    { files: folderSettings('/dev/null/files') },
    [/^FILE_STORE_DIR: the folder .+ENOTDIR/, /^FILE_SPOOL_DIR: /],
  ],
  [{ files: folderSettings(tmpdir(), '/dev/null') }, [/^FILE_SPOOL_DIR: the folder \/dev\/null cannot/]],
  [{ consoleFolder: '/nowhere' }, [/^The console has not been built\. Run npm run build first\.$/]],
])('a server that lacks what it needs says so instead of starting: %j', async (lacking, says) => {
  const database = await testDatabase()
  const config = sandboxConfig({ databaseUrl: database.url, logLevel: 'silent', ...lacking })
  const failure = await startServer(config).catch((error: unknown) => error)
  expect(startProblems(failure)).toEqual(says.map((one): unknown => expect.stringMatching(one)))
  await database.drop()
})

test('what is under way when the server closes is answered; what comes after is told to come again', async () => {
  const server = await madeUpServer()
  const gate = Promise.withResolvers<void>()
  let isAsked = false
  const config: Handler<typeof agencies.config> = async (_input, ctx) => {
    isAsked = true
    await gate.promise
    throw ctx.refuse('notFound')
  }
  server.replace({ agencies: { config } })
  const { cookie } = await server.asNew()
  const [under, half] = [open(server.port), open(server.port)]
  under.socket.write(ask(cookie))
  half.socket.write(ask(cookie).slice(0, 30))
  await until('the first is under way', () => isAsked)
  const stopped = server.stop()
  half.socket.write(ask(cookie).slice(30))
  await until('the second is answered', () => half.answer().includes('HTTP/1.1 '))
  gate.resolve()
  await stopped
  await until('the first is answered', () => under.answer().includes('"code":2'))
  expect(under.answer()).toMatch(/^HTTP\/1\.1 200 /)
  expect(half.answer()).toMatch(/^HTTP\/1\.1 503 /)
  expect(half.answer()).toContain('The server is being restarted. Please try again in a few seconds.')
  expect(half.answer()).toMatch(/\r\nretry-after: 2\r\n/i)
  // Without this header the client would reuse a connection that is being closed.
  for (const { answer } of [under, half]) expect(answer()).toMatch(/\r\nconnection: close\r\n/i)
  for (const { socket } of [under, half]) socket.destroy()
  await server[Symbol.asyncDispose]()
})

test('a connection that becomes idle while the server closes does not hold it up', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agency-support-idle-'))
  const server = await testServer({ config: { files: folderSettings(folder) } })
  // More than the sockets hold. Letters, because reading random bytes as text takes seconds on a busy machine, and what a
  // stopping server waits for is cut off after seven.
  const large = Buffer.alloc(16 * 1024 * 1024, 'a')
  await sendFile(await server.software(6938), logNamed('large.log'), large)
  const { cookie } = await server.asNew()
  const { socket, answer } = open(server.port)
  const path = '/api/file/download?agencyId=6938&location=8&filePath=large.log'
  const head = ['Host: a', 'Sec-Fetch-Site: same-origin', `Cookie: ${cookie}`]
  socket.write(lines(`GET ${path} HTTP/1.1`, ...head, '', ''))
  // What comes without `connection: close` was begun before; the reader now stops in the middle of it.
  await once(socket, 'data')
  socket.pause()
  const closed = server.close()
  await until('it takes no more connections', () => hasClosed(server.port))
  socket.resume()
  await closed
  expect(answer()).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer()).not.toMatch(/\r\nconnection: close\r\n/i)
  expect(server.logSecrets.entries('stopped')).toMatchObject([{ cut: false }])
  await rm(folder, { recursive: true })
})

test('what nobody waits for any more is still carried out before the database is closed', async () => {
  const server = await madeUpServer()
  const gate = Promise.withResolvers<void>()
  const ran: string[] = []
  const retryStorageSetup: Handler<typeof agencies.retryStorageSetup> = async (_input, ctx) => {
    ran.push('begun')
    await gate.promise
    await ctx.bookkeeping((tx) => tx.selectFrom('agency').select('name').execute())
    ran.push('ended')
    return null
  }
  server.replace({ agencies: { retryStorageSetup } })
  const { cookie } = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  const { socket } = open(server.port)
  const body = '{"command":"RetryAgencyStorageSetup","agencyId":1}'
  socket.write(
    lines(
      'POST /api/request HTTP/1.1',
      'Host: a',
      'Sec-Fetch-Site: same-origin',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      `Cookie: ${cookie}`,
      '',
      body,
    ),
  )
  await until('it is under way', () => ran.length === 1)
  socket.destroy()
  const stopped = server.stop()
  await until('the port is closed', () => hasClosed(server.port))
  gate.resolve()
  await stopped
  expect(ran).toEqual(['begun', 'ended'])
  expect(server.logged).toEqual([])
  await server[Symbol.asyncDispose]()
})

/** True if nothing listens on this local port. */
async function hasClosed(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const closed = await Promise.race([
    once(socket, 'connect').then(() => false),
    once(socket, 'error').then(() => true),
  ]).catch(() => true)
  socket.destroy()
  return closed
}

test('before its port is closed a server says that it is not ready, and answers on', async () => {
  const server = await testServer({ config: { drainSeconds: 1 } })
  const client = await server.asNew()
  const [kept, health] = [open(server.port), open(server.port)]
  const ready = lines('GET /health/ready HTTP/1.1', 'Host: a', '', '')
  kept.socket.write(ready)
  await until('it is ready', () => kept.answer().includes('{"ready":true}'))
  expect(kept.answer()).not.toMatch(/connection: close/i)
  const closed = server.close()
  kept.socket.write(ask(client.cookie))
  health.socket.write(ready)
  await until('both are answered', () => kept.answer().includes('"code":2') && health.answer().includes('}'))
  expect(kept.answer()).toMatch(/HTTP\/1\.1 200 OK\r\n(.+\r\n)*connection: close\r\n/i)
  expect(health.answer()).toMatch(/^HTTP\/1\.1 503 (.+\r\n)*connection: close\r\n/i)
  expect(health.answer()).toContain('{"ready":false}')
  await closed
  for (const { socket } of [kept, health]) socket.destroy()
})

test('background work that does not end does not keep the server from ending', async () => {
  const server = await testServer()
  const holder = new pg.Client(server.database.url)
  // The database is dropped together with the server.
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table journal_seal in access exclusive mode')
  await until('sealing waits', async () => {
    const { rowCount } = await holder.query('select from pg_locks where not granted')
    return rowCount !== 0
  })
  const began = performance.now()
  await server.close()
  expect(performance.now() - began).toBeLessThan(10_000)
  await holder.end()
})

/** A connection, and what it has received so far. */
function open(port: number): { socket: Socket; answer(): string } {
  let answer = ''
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.on('data', (bytes) => {
    answer += bytes.toString()
  })
  return { socket, answer: () => answer }
}

test('a session outlives the server: it is kept in the database', async () => {
  const first = await testServer()
  const client = await first.asNew()
  const second = await testServer({ database: first.database, clock: first.clock })
  const there = await second.as(null)
  there.cookie = client.cookie
  expect((await there.call(session.whoami, {})).bare().claims.hsUserName).toBe(client.person.username)
  await second.close()
  await first.close()
})
