import fs, { rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lines, sendRaw } from '../../test/raw-socket.ts'
import { until } from '../../test/until.ts'
import { madeUpServer } from '../../test/made-up.ts'
import { prepareFolders } from '../settings/file-folders.ts'
import { sandboxConfig } from '../settings/config.ts'

/** Requests a path on a new connection; returns the raw answer with its head. */
const ask = (port: number, method: string, path: string): Promise<string> =>
  sendRaw(port, lines(`${method} ${path} HTTP/1.1`, 'Host: a', 'Connection: close', '', ''))

const getStatus = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

async function readyServer() {
  const server = await madeUpServer()
  const { files } = sandboxConfig({ databaseUrl: server.databaseUrl })
  await prepareFolders(files)
  const ready = async (): Promise<number> => getStatus(await ask(server.port, 'GET', '/health/ready'))
  expect(await ready()).toBe(200)
  return {
    ...server,
    files,
    ready,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await rm(files.spool, { recursive: true, force: true })
    },
  }
}

test.each(['/health/live', '/health/ready'])('HEAD of %s answers as GET, without a body', async (path) => {
  await using server = await readyServer()
  const [got, head] = await Promise.all([ask(server.port, 'GET', path), ask(server.port, 'HEAD', path)])
  expect([getStatus(got), getStatus(head)]).toEqual([200, 200])
  expect(head.split('\r\n\r\n')[1]).toBe('')
  const length = /content-length: \d+/i
  expect(length.exec(head)?.[0]).toBe(length.exec(got)?.[0])
  expect(getStatus(await ask(server.port, 'POST', path))).toBe(404)
})

test('a server whose database lacks a migration is not ready, and says which once', async () => {
  await using server = await readyServer()
  await sql`delete from migration where name = '004_files.sql'`.execute(server.db.write)
  for (let time = 0; time < 3; time += 1) expect(await server.ready()).toBe(503)
  expect(server.logged).toEqual([
    {
      level: 'warn',
      event: 'health.not-ready',
      facts: expect.objectContaining({ error: 'the database lacks 004_files.sql' }),
    },
  ])
})

test('a server beside a newer one stays ready: that one may have added migrations', async () => {
  await using server = await readyServer()
  await sql`insert into migration (name, digest) values ('999_future.sql', 'x')`.execute(server.db.write)
  expect(await server.ready()).toBe(200)
})

test('a server reads its migrations once: a checkout that is updated under it does not stop it', async () => {
  await using server = await readyServer()
  const reading = vi.spyOn(fs, 'readdir')
  syncBuiltinESMExports()
  onTestFinished(() => {
    reading.mockRestore()
    syncBuiltinESMExports()
  })
  expect(await server.ready()).toBe(200)
  expect(reading).not.toHaveBeenCalled()
})

test('a server whose folder of files is gone is not ready, and is again when it is back', async () => {
  await using server = await readyServer()
  await rm(server.files.spool, { recursive: true })
  expect(await server.ready()).toBe(503)
  await prepareFolders(server.files)
  expect(await server.ready()).toBe(200)
})

test.each([
  ['reading', 'on'],
  ['writing', 'off'],
])('a server whose connections for %s are refused what they ask is not ready', async (_what, isReadOnly) => {
  await using server = await readyServer()
  const { write } = server.db
  await sql`create function shut() returns boolean language plpgsql as ${sql.lit(`begin
    if current_setting('transaction_read_only') = '${isReadOnly}' then raise 'shut'; end if; return true; end`)}`.execute(
    write,
  )
  await sql`alter table migration rename to applied`.execute(write)
  await sql`create view migration as select name, digest from applied where shut()`.execute(write)
  expect(await server.ready()).toBe(503)
})

test('a server whose database does not answer says so after some two seconds, not when it answers', async () => {
  await using server = await readyServer()
  await server.db.write.transaction().execute(async (tx) => {
    await sql`lock table migration in access exclusive mode`.execute(tx)
    const began = performance.now()
    expect(await server.ready()).toBe(503)
    // A statement alone is given up after 15 seconds.
    expect(performance.now() - began).toBeLessThan(10_000)
  })
  await until('the server is ready again', async () => (await server.ready()) === 200)
  expect(server.logged).toEqual([
    {
      level: 'warn',
      event: 'health.not-ready',
      facts: expect.objectContaining({ error: 'no answer in time' }),
    },
  ])
})
