import { existsSync, readdirSync, rmSync } from 'node:fs'
import { migrate } from '@agency-support/server/db/migrate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseAccount } from './account.ts'
import { borrowDatabase } from './borrow-database.ts'
import { readHolder, takeLock } from './lock.ts'
import { findPostmaster } from './postmaster.ts'
import { makeTemporaryDir } from './temporary-postgres.ts'
import { type SandboxPaths, getPaths } from './paths.ts'

let paths: SandboxPaths

beforeEach(() => {
  paths = getPaths(makeTemporaryDir(), databaseAccount())
})
afterEach(() => {
  rmSync(paths.database, { recursive: true, force: true })
  rmSync(paths.data, { recursive: true, force: true })
})

const sandbox = { sandbox: true }
const notAsked = { sandbox: false }

test('DATABASE_URL comes first, unless the sandbox is asked for', async () => {
  takeLock(paths.lock, 'sandbox').publish({ databaseUrl: 'postgresql://sandbox' })
  const env = { DATABASE_URL: 'postgresql://chosen' }
  await using database = await borrowDatabase(env, paths.data, notAsked)
  expect([database.config.databaseUrl, database.about]).toEqual(['postgresql://chosen', undefined])
  await using asked = await borrowDatabase(env, paths.data, sandbox)
  expect(asked.config.databaseUrl).toBe('postgresql://sandbox')
})

test('a running sandbox lends its database as soon as it has one, and goes on after the call', async () => {
  const lock = takeLock(paths.lock, 'sandbox')
  const borrowing = borrowDatabase({}, paths.data, notAsked)
  lock.publish({ databaseUrl: 'postgresql://sandbox' })
  const database = await borrowing
  expect(database.config.databaseUrl).toBe('postgresql://sandbox')
  expect(database.about).toBe(`This is the database of the sandbox in ${paths.data}.`)
  await database[Symbol.asyncDispose]()
  expect(readHolder(paths.lock)).toMatchObject({ use: 'sandbox' })
})

test('without DATABASE_URL and without a sandbox nothing is made, and a sentence says what to do', async () => {
  const before = readdirSync(paths.data)
  for (const env of [{}, { DATABASE_URL: '  ' }])
    await expect(borrowDatabase(env, paths.data, notAsked)).rejects.toThrow(
      /^DATABASE_URL is missing: .+\nNo sandbox runs here either: .+ --sandbox /,
    )
  expect(readdirSync(paths.data)).toEqual(before)
  expect(existsSync(paths.database)).toBe(false)
})

test('the sandbox asked for is started and stopped again; another call waits its turn', async () => {
  const first = await borrowDatabase({}, paths.data, sandbox)
  const second = borrowDatabase({}, paths.data, sandbox)
  expect(findPostmaster(paths.database)).toBeDefined()
  expect(readHolder(paths.lock)).toMatchObject({ use: 'call' })
  await expect(migrate(first.config.databaseUrl)).resolves.toBeUndefined()
  await first[Symbol.asyncDispose]()

  const next = await second
  expect(next.config.databaseUrl).not.toBe(first.config.databaseUrl)
  await next[Symbol.asyncDispose]()
  expect(findPostmaster(paths.database)).toBeUndefined()
  expect(readHolder(paths.lock)).toBeUndefined()
})
