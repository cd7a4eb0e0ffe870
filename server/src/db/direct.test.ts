import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { transactionPooler } from '../../test/transaction-pooler.ts'
import type { ConfigProblem } from '../config.ts'
import { withConnection } from './connection.ts'
import { assertDirect } from './direct.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

async function sentenceFor(url: string): Promise<string | undefined> {
  const failure: unknown = await assertDirect(url).catch((error: unknown) => error)
  return (failure as ConfigProblem | undefined)?.sentences.join('\n')
}

test('a database that is reached directly is one', async () => {
  expect(await sentenceFor(database.url)).toBeUndefined()
})

test.each([
  [true, /^DATABASE_URL leads through a connection pooler, such as PgBouncer in transaction mode/],
  [false, /^DATABASE_URL leads through a connection pooler that drops settings/],
])(
  'a pooler that lends connections by the transaction is found out (keeps settings: %s)',
  async (keepsSettings, says) => {
    await using pooler = await transactionPooler(database.url, { keepsSettings })
    expect(await sentenceFor(pooler.url)).toMatch(says)
  },
)

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
])('a database that is not there is told in a sentence, without the password: %s', async (url, says) => {
  expect(await sentenceFor(url)).toMatch(says)
})

test('what PostgreSQL itself refuses is told in its words', async () => {
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
