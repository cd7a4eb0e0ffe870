import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { useDatabase } from '../../test/use-database.ts'
import { hasPgBouncer, startPgBouncer } from '../../test/pgbouncer.ts'
import { poolers } from '../../test/poolers.ts'
import { transactionPooler } from '../../test/transaction-pooler.ts'
import type { PoolerOptions } from '../settings/database.ts'
import type { ConfigProblem } from '../settings/config.ts'
import { withConnection } from './connection.ts'
import { assertUsable } from './direct.ts'
import { migrate } from './migrate.ts'

const { database } = useDatabase()

async function sentenceFor(url: string, databasePooler?: PoolerOptions): Promise<string | undefined> {
  const failure: unknown = await assertUsable({ databaseUrl: url, databasePooler }).catch(
    (error: unknown) => error,
  )
  return (failure as ConfigProblem | undefined)?.sentences.join('\n')
}

test('a database that is reached directly is one', async () => {
  expect(await sentenceFor(database.url)).toBeUndefined()
})

test('a certificate file that is not there is a problem of the address that names it', async () => {
  const absent = new URL(database.url)
  absent.searchParams.set('sslrootcert', '/no/such/root.pem')
  expect(await sentenceFor(absent.href)).toMatch(
    /^DATABASE_URL cannot be used: ENOENT: .+'\/no\/such\/root\.pem'\.$/,
  )
})

test.each([
  [
    true,
    /^DATABASE_URL leads through a connection pooler, such as PgBouncer in transaction mode.+ Set DATABASE_DIRECT_URL to PostgreSQL itself and DATABASE_PREPARED_STATEMENTS=off /,
  ],
  [false, /^DATABASE_URL leads through a connection pooler that drops settings.+ Set DATABASE_DIRECT_URL /],
])(
  'a pooler that lends connections by the transaction is found out (keeps settings: %s)',
  async (keepsSettings, says) => {
    await using pooler = await transactionPooler(database.url, { keepsSettings })
    expect(await sentenceFor(pooler.url)).toMatch(says)
  },
)

describe.each(poolers)('through %s', (_name, start) => {
  test('a database is used with the address past it and without prepared statements, and told what is missing', async () => {
    await using pooler = await start(database.url)
    const past = { directUrl: database.url, prepares: false }
    expect(await sentenceFor(pooler.url, past)).toBeUndefined()
    expect(await sentenceFor(pooler.url, { ...past, prepares: true })).toBe(
      'DATABASE_URL leads through a connection pooler that does not know prepared statements again. Set DATABASE_PREPARED_STATEMENTS=off.',
    )
    expect(await sentenceFor(pooler.url, { ...past, directUrl: pooler.url })).toMatch(
      /^DATABASE_DIRECT_URL leads through a connection pooler.+ to PostgreSQL itself\.$/,
    )
    expect(await sentenceFor(pooler.url)).toMatch(
      /^DATABASE_URL leads through a connection pooler.+ Set DATABASE_DIRECT_URL /,
    )
    expect(
      await sentenceFor(pooler.url, { ...past, directUrl: 'postgresql://user:hunter2@127.0.0.1:9/x' }),
    ).toBe('DATABASE_DIRECT_URL: no PostgreSQL answers at 127.0.0.1:9 (ECONNREFUSED).')
  })

  test('an address past it that leads to another database is found out', async () => {
    await using pooler = await start(database.url)
    const elsewhere = await testDatabase()
    expect(await sentenceFor(pooler.url, { directUrl: elsewhere.url, prepares: false })).toBe(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.',
    )
    await elsewhere.drop()
  })
})

test('prepared statements and an address of its own do no harm where nothing is in between', async () => {
  expect(await sentenceFor(database.url, { directUrl: database.url, prepares: true })).toBeUndefined()
})

test.skipIf(!hasPgBouncer)('a pooler that lends sessions by the statement is refused', async () => {
  await using pooler = await startPgBouncer(database.url, { mode: 'statement' })
  expect(await sentenceFor(pooler.url, { directUrl: database.url, prepares: false })).toMatch(
    /^DATABASE_URL: PostgreSQL at 127\.0\.0\.1:\d+ refuses: .*statement pooling/,
  )
})

test('a migration through such a pooler leaves no lock behind on which later ones would wait', async () => {
  await using pooler = await transactionPooler(database.url, { keepsSettings: true })
  await migrate(pooler.url)
  await migrate(database.url)
  const locks =
    "select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())"
  expect(await withConnection(database.url, async (client) => (await client.query(locks)).rowCount)).toBe(0)
})

test.each([
  [
    'postgresql://user:hunter2@127.0.0.1:9/x',
    /^DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:9 \(ECONNREFUSED\)\.$/,
  ],
  [
    'postgresql://user:hunter2@/x?host=/nowhere',
    /^DATABASE_URL: no PostgreSQL answers at \/nowhere \(ENOENT\)\.$/,
  ],
  [
    'postgresql://user:hunter2@no-such-host.invalid/x',
    /^DATABASE_URL: the host no-such-host\.invalid is not known \(E\w+\)\.$/,
  ],
])('a database that is not there is reported in a sentence, without the password: %s', async (url, says) => {
  expect(await sentenceFor(url)).toMatch(says)
})

test('what PostgreSQL itself refuses is reported in its words', async () => {
  const url = new URL(database.url)
  url.pathname = '/nothing_here'
  expect(await sentenceFor(url.href)).toMatch(
    /^DATABASE_URL: PostgreSQL at \/\S+ refuses: database "nothing_here" does not exist\.$/,
  )
})

test('a host that takes connections and says nothing is not waited for longer than some seconds', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  expect(await sentenceFor(`postgresql://user:hunter2@127.0.0.1:${port}/x`)).toBe(
    `DATABASE_URL: 127.0.0.1:${port} gives no answer; waited 5 seconds.`,
  )
  silent.close()
})
