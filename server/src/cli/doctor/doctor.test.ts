import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { cliOn } from '../../../test/cli-run.ts'
import { secretKeys } from '../../../test/secret-keys.ts'
import { transactionPooler } from '../../../test/transaction-pooler.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { readConfig, sandboxConfig, type ServerConfig } from '../../settings/config.ts'
import { withConnection } from '../../db/connection.ts'
import { folderSettings } from '../../settings/files.ts'
import { requireSecretKeys } from '../../modules/second-factor/public.ts'
import { runCli } from '../main.ts'
import type { Finding } from './finding.ts'
import { examine } from './verb.ts'

const role = 'doctor_test_reader'

const { database, db } = useDatabase({ poolSize: 1 })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agency-support-doctor-'))
  await withConnection(database.url, async (client) => {
    await client.query(`drop role if exists ${role}`)
    await client.query(`create role ${role} login`)
    await client.query(`grant select on migration, journal_seal, journal, secret_key to ${role}`)
  })
})
afterAll(async () => {
  await withConnection(database.url, async (client) => {
    await client.query(`drop owned by ${role}`)
    await client.query(`drop role ${role}`)
  })
  await rm(folder, { recursive: true })
})

async function collect(read: () => ServerConfig): Promise<Finding[]> {
  const found: Finding[] = []
  for await (const finding of examine(read)) found.push(finding)
  return found
}

async function listFound(given: Partial<ServerConfig> = {}) {
  const files = folderSettings(folder, folder)
  const config = sandboxConfig({
    databaseUrl: database.url,
    files,
    consoleFolder: import.meta.dirname,
    ...given,
  })
  const found = await collect(() => config)
  const toTexts = (state: string) => found.filter((one) => one.state === state).map(({ about }) => about)
  return { fine: toTexts('ok'), warnings: toTexts('warning'), wrongs: toTexts('wrong') }
}

/** The test database does not wait for the disk. */
const usualWrongs = [
  'Console: its files are not built.',
  'Database: turned off are fsync, full_page_writes, synchronous_commit.',
]

test('of an installation that works only warnings are given', async () => {
  const { fine, warnings, wrongs } = await listFound()
  expect(wrongs).toEqual(usualWrongs)
  expect(warnings).toEqual(['Role: it is a superuser.'])
  expect(fine).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Database: PostgreSQL \d+\.\d+\.$/),
      'Clock: this machine and the database agree.',
      'Schema: all migrations of this release are in the database.',
      expect.stringContaining(`GB are free in ${folder}.`),
    ]),
  )
})

test('the time that reading the findings takes is no difference between the clocks', async () => {
  const { now } = Date
  const config = sandboxConfig({ databaseUrl: database.url, files: folderSettings(folder, folder) })
  const found: string[] = []
  for await (const { about } of examine(() => config)) {
    if (about.startsWith('Database: PostgreSQL'))
      vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
    found.push(about)
  }
  expect(found).toContain('Clock: this machine and the database agree.')
})

test('a clock that is wrong is named, by how much', async () => {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
  const { wrongs } = await listFound()
  expect(wrongs).toContainEqual(
    expect.stringMatching(/^Clock: this machine and the database are (60\.0|59\.\d) s apart\.$/),
  )
})

test('a key other than that of the second factors is named with what it holds', async () => {
  await requireSecretKeys(db, sandboxConfig({ databaseUrl: database.url }).secretKeys)
  const other = secretKeys(randomBytes(32))
  const { wrongs } = await listFound({ secretKeys: other })
  expect(wrongs).toContainEqual(
    expect.stringMatching(/^SECRET_KEY does not hold the key [0-9a-f]{16}, which/),
  )
})

test('a database without a key is told to get that of the first server, and later that it uses it', async () => {
  const newest = sandboxConfig({ databaseUrl: database.url }).secretKeys.newest.id
  const none = 'the database has no key yet; the first server to start gives it'
  await db.write.deleteFrom('secret_key').execute()
  const { fine } = await listFound()
  expect(fine).toContain(`SECRET_KEY: ${none} ${newest}.`)
  expect(fine).toContainEqual(expect.stringContaining(`JOURNAL_SEAL_KEY: ${none} `))
  await requireSecretKeys(db, sandboxConfig({ databaseUrl: database.url }).secretKeys)
  expect((await listFound()).fine).toContain('SECRET_KEY: it holds the key that the database uses.')
})

test('a role without the rights of the server is told once which tables it lacks', async () => {
  const url = new URL(database.url)
  url.username = role
  await withConnection(database.url, (client) => client.query(`revoke select on secret_key from ${role}`))
  const { warnings, wrongs } = await listFound({ databaseUrl: url.href })
  expect(wrongs).toEqual([
    ...usualWrongs,
    expect.stringMatching(/^Role: it lacks rights on .*\bagency, .*\bjob\.job, .*\bsession\b/),
  ])
  expect(warnings).toEqual([])
})

test('a role that may not even read which migrations there are is told to be given its rights', async () => {
  const url = new URL(database.url)
  url.username = role
  await withConnection(database.url, async (client) => {
    await client.query(`revoke select on migration from ${role}`)
    onTestFinished(async () => {
      await withConnection(database.url, (again) => again.query(`grant select on migration to ${role}`))
    })
  })
  const found = await collect(() =>
    sandboxConfig({ databaseUrl: url.href, files: folderSettings(folder, folder) }),
  )
  expect(found.at(-1)).toEqual({
    state: 'wrong',
    about: expect.stringMatching(
      /^Role: .+ may not read the database .+: permission denied for table migration\. Grant it its rights [^.]+\.md, "Roles"\)\.$/,
    ),
  })
})

test('a database that does not answer, is of something else or has too few connections is named', async () => {
  const away = await listFound({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/none' })
  expect(away.wrongs).toContainEqual(expect.stringMatching(/^DATABASE_URL: .*ECONNREFUSED/))
  expect((await listFound({ poolSize: 10_000 })).wrongs).toContainEqual(
    expect.stringMatching(
      /^Database: max_connections is \d+, of which 3 are reserved; one process takes 20007\.$/,
    ),
  )
  expect((await listFound({ poolSize: 10, workers: 64 })).wrongs).toContainEqual(
    expect.stringMatching(
      /^Database: max_connections is \d+, of which 3 are reserved; 64 workers take 1728\.$/,
    ),
  )
  await withConnection(database.url, async (client) => {
    await client.query('alter table migration rename to migration_away')
    const found = await collect(() => sandboxConfig({ databaseUrl: database.url }))
    await client.query('alter table migration_away rename to migration')
    // Migrating is no advice for somebody else's tables.
    expect(found.at(-1)).toEqual({
      state: 'wrong',
      about: expect.stringMatching(/^Schema: .+ is not an Agency Support database: it holds other tables\.$/),
    })
  })
})

test('connections that the database keeps for superusers are not counted on', async () => {
  const max = await withConnection(database.url, async (client) => {
    const { rows } = await client.query<{ max_connections: string }>('show max_connections')
    return Number(rows[0]?.max_connections)
  })
  const besidePools = 7
  const poolSize = Math.floor((max - besidePools) / 2)
  expect((await listFound({ poolSize })).wrongs).toContain(
    `Database: max_connections is ${max}, of which 3 are reserved; one process takes ${2 * poolSize + besidePools}.`,
  )
})

test('a pooler is found out, and found well with the settings for it', async () => {
  await using pooler = await transactionPooler(database.url, { keepsSettings: false })
  const { wrongs } = await listFound({ databaseUrl: pooler.url })
  expect(wrongs).toContainEqual(
    expect.stringMatching(/^DATABASE_URL leads through a connection pooler.+ Set DATABASE_DIRECT_URL /),
  )
  const databasePooler = { directUrl: database.url, prepares: false }
  const { fine, wrongs: fewer } = await listFound({ databaseUrl: pooler.url, databasePooler, poolSize: 200 })
  expect(fewer.filter((one) => !/^Console|turned off/.test(one))).toEqual([])
  expect(fine).toEqual(
    expect.arrayContaining([
      'Pooler: what needs a session goes past it, by DATABASE_DIRECT_URL.',
      expect.stringMatching(/^Database: \d+ connections allowed; each process takes 6\.$/),
    ]),
  )
})

test('a folder that is not there yet, and TLS without a named proxy, are warnings', async () => {
  const files = folderSettings(join(folder, 'later'))
  const { warnings, wrongs } = await listFound({ files, publicOrigin: 'https://support.example.com' })
  expect(wrongs).toEqual(usualWrongs)
  expect(warnings).toEqual([
    'TRUSTED_PROXIES is empty, but TLS ends before this server.',
    `FILE_STORE_DIR: ${join(folder, 'later')} is not there yet.`,
    'Role: it is a superuser.',
  ])
})

test('a collector of traces is asked whether it takes them', async () => {
  let status = 200
  const collector = createServer((request, response) => {
    request.resume()
    response.writeHead(request.url === '/v1/traces' ? status : 500).end('{}')
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  const tracesEndpoint = `http://127.0.0.1:${port}`
  expect((await listFound({ tracesEndpoint })).fine).toContain(`Traces: ${tracesEndpoint} takes them.`)
  status = 401
  expect((await listFound({ tracesEndpoint })).warnings).toContain(
    `Traces: ${tracesEndpoint} answers with status 401.`,
  )
  collector.close()
  collector.closeAllConnections()
  expect((await listFound({ tracesEndpoint })).warnings).toContain(
    `Traces: ${tracesEndpoint} gives no answer.`,
  )
})

test('settings that are missing are all named at once, and the command line ends with 1', async () => {
  const found = await collect(() => readConfig({}))
  expect(found.length).toBeGreaterThan(5)
  expect(found.every(({ state }) => state === 'wrong')).toBe(true)
  const { code, out, err } = await cliOn(runCli, database.url)(['doctor'])
  expect(code).toBe(1)
  expect(out).toContain('WRONG   DATABASE_URL is missing')
  expect(err).toMatch(/^\d+ things are wrong\.\n$/)
})
