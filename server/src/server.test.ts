import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { agencies } from '@agency-support/contract/modules/agencies'
import { session } from '@agency-support/contract/modules/session'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testServer } from '../test/app.ts'
import { testDatabase } from '../test/database.ts'
import { madeUpServer } from '../test/made-up.ts'
import { lines } from '../test/raw-socket.ts'
import { until } from '../test/until.ts'
import { sandboxConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import type { Handler } from './http/context.ts'
import { startServer } from './server.ts'

test('a server that cannot have its port leaves nothing open', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const database = await testDatabase()
  const db = openDatabase({ url: database.url, poolSize: 1, onError: () => undefined })
  await expect(
    startServer(sandboxConfig({ databaseUrl: database.url, port, logLevel: 'silent' })),
  ).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  await until('its connections are gone', async () => {
    const { rows } = await sql<{ open: number }>`select count(*) as open from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db.write)
    return rows[0]?.open === 0
  })
  taken.close()
  await db.close()
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
  const client = await server.asNew()
  const body = '{"command":"GetAgencyConfig","agencyId":1}'
  const ask = lines(
    'POST /api/request HTTP/1.1',
    'Host: a',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `Cookie: ${client.cookie}`,
    '',
    body,
  )
  const [under, half] = [open(server.port), open(server.port)]
  under.socket.write(ask)
  half.socket.write(ask.slice(0, 30))
  await until('the first is under way', () => isAsked)
  const closed = server.closeApp()
  half.socket.write(ask.slice(30))
  await until('the second is answered', () => half.answer().includes('HTTP/1.1 '))
  gate.resolve()
  await closed
  await until('the first is answered', () => under.answer().includes('"code":2'))
  expect(under.answer()).toMatch(/^HTTP\/1\.1 200 /)
  expect(half.answer()).toMatch(/^HTTP\/1\.1 503 /)
  expect(half.answer()).toContain('The server is being restarted. Please try again in a few seconds.')
  for (const { socket } of [under, half]) socket.destroy()
  await server[Symbol.asyncDispose]()
})

/** A connection and what came over it so far. */
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
