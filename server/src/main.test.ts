import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testServer } from '../test/app.ts'
import { testDatabase } from '../test/database.ts'
import { appendRenames, sealNow, testSealKeys } from '../test/journal-rows.ts'
import { runProgram } from '../test/program.ts'
import { ownPostgres, signalPostgres } from '../test/silence.ts'
import { withConnection } from './db/connection.ts'
import { advisoryLocks } from './db/locks.ts'
import { openDatabase } from './db/open.ts'
import { readConfig } from './settings/config.ts'

const main = join(import.meta.dirname, 'main.ts')

function serve(env: Record<string, string>): ReturnType<typeof runProgram> {
  return runProgram(process.execPath, [main], { env: { PATH: process.env['PATH'], ...env } })
}

const settings = {
  PUBLIC_ORIGIN: 'https://support.example.com',
  ENVIRONMENT: 'live',
  PROVIDER_NAME: 'Acme',
  JOURNAL_SEAL_KEY: Buffer.alloc(32, 1).toString('base64'),
  SECRET_KEY: Buffer.alloc(32, 2).toString('base64'),
  CERTIFICATE_KEY: Buffer.alloc(32, 3).toString('base64'),
  CERTIFICATE_BASE_URL: 'https://certificates.example.com',
  FILE_STORE_DIR: '/nowhere',
}

test('without its settings the server says what is missing, a sentence each, and ends with 1', async () => {
  const program = serve({})
  expect(await program.ended).toBe(1)
  const [first, ...rest] = program.output().trimEnd().split('\n')
  expect(first).toBe('Agency Support did not start.')
  expect(rest.length).toBeGreaterThan(5)
  for (const line of rest) expect(line).toMatch(/^ {2}- [A-Z_]+ is missing: .+\.?$/)
})

test('without its database it does not start, and no secret is in what it says', async () => {
  const program = serve({ ...settings, DATABASE_URL: 'postgresql://user:hunter2@127.0.0.1:9/x' })
  expect(await program.ended).toBe(1)
  expect(program.output()).toBe(
    'Agency Support did not start.\n  - DATABASE_URL: no PostgreSQL answers at 127.0.0.1:9 (ECONNREFUSED).\n',
  )
})

/** The same without the console, which may not be built, on this test's database. */
function serveCallsOn(databaseUrl: string): ReturnType<typeof runProgram> {
  const source = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)
  const settings = { databaseUrl, logLevel: 'info', drainSeconds: 1 }
  const script = `
    import { sandboxConfig } from ${source('./settings/config.ts')}
    import { serve } from ${source('./serve.ts')}
    await serve(sandboxConfig(${JSON.stringify(settings)}))`
  return runProgram(process.execPath, ['--input-type=module', '-e', script])
}

const events = (output: string): string[] =>
  output.split('\n').flatMap((line) => /"event":"([^"]+)"/.exec(line)?.[1] ?? [])

test('SIGTERM ends the server, which says so', async () => {
  await using postgres = await ownPostgres()
  const program = serveCallsOn(postgres.url)
  await program.says(/^Agency Support serves http:\/\/localhost:\d+ on 127\.0\.0\.1:\d+$/m)
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(events(program.output())).toEqual(['stopping', 'stopped'])
})

test('SIGTERM ends a server that has not started yet, which says so', async () => {
  await using postgres = await ownPostgres()
  await withConnection(postgres.url, (client) => client.query('create database empty'))
  const empty = new URL(postgres.url)
  empty.pathname = '/empty'
  await withConnection(empty.href, async (client) => {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrate])
    const program = serveCallsOn(empty.href)
    await program.says(/"event":"migrate\.waiting"/)
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(events(program.output())).toEqual(['migrate.waiting', 'stopped'])
  })
})

test('SIGTERM ends the server within ten seconds while its database stands still', async () => {
  await using postgres = await ownPostgres()
  const program = serveCallsOn(postgres.url)
  await program.says(/Agency Support serves/)
  signalPostgres(postgres.pid, 'SIGSTOP')
  await program.says(/"event":"database\.away"/)
  const began = performance.now()
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(performance.now() - began).toBeLessThan(10_000)
  const logged = events(program.output()).filter((event) => !/connection/.test(event))
  expect(logged).toEqual(['database.away', 'stopping', 'stopped'])
})
test.each([
  [
    'JOURNAL_SEAL_KEY',
    /^ {2}- JOURNAL_SEAL_KEY does not hold the key [0-9a-f]{16}, which the journal is sealed with/m,
  ],
  [
    'SECRET_KEY',
    /^ {2}- SECRET_KEY does not hold the key [0-9a-f]{16}, which second factors are kept under/m,
  ],
])(
  'with another %s than the database knows it does not start, and changes nothing',
  async (name, sentence) => {
    const database = await testDatabase()
    const db = openDatabase({ url: database.url, poolSize: 2, onError: () => undefined })
    const files = await mkdtemp(join(tmpdir(), 'agency-support-'))
    const right = {
      ...settings,
      DATABASE_URL: database.url,
      PORT: '0',
      FILE_STORE_DIR: files,
      JOURNAL_SEAL_KEY: testSealKeys.newest.key.toString('base64'),
    }
    try {
      await appendRenames(db, 'a')
      await sealNow(db)
      const { sealKeys, secretKeys } = readConfig(right)
      await (await testServer({ database, config: { sealKeys, secretKeys } })).close()
      const wrong = serve({ ...right, [name]: Buffer.alloc(32, 9).toString('base64') })
      expect(await wrong.ended).toBe(1)
      expect(wrong.output()).toMatch(/^Agency Support did not start\.\n/)
      expect(wrong.output()).toMatch(sentence)
      const seals = await db.read.selectFrom('journal_seal').select('seal_id').execute()
      expect(seals).toEqual([{ seal_id: 1 }])
      expect(await db.read.selectFrom('secret_key').select('state').execute()).toEqual([{ state: 'inUse' }])
    } finally {
      await rm(files, { recursive: true })
      await db.close()
      await database.drop()
    }
  },
)
