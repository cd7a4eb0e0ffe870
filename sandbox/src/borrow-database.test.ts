import { rmSync } from 'node:fs'
import { migrate } from '@agency-support/server/db/migrate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseAccount } from './account.ts'
import { borrowDatabase } from './borrow-database.ts'
import { readHolder, takeLock } from './lock.ts'
import { findPostmaster } from './postmaster.ts'
import { makeThrowAwayDir } from './throw-away.ts'
import { type Places, placesOf } from './where.ts'

let places: Places

beforeEach(() => {
  places = placesOf(makeThrowAwayDir(), databaseAccount())
})
afterEach(() => {
  rmSync(places.database, { recursive: true, force: true })
  rmSync(places.data, { recursive: true, force: true })
})

test('DATABASE_URL comes first', async () => {
  takeLock(`${places.data}/lock`, 'sandbox').tell({ databaseUrl: 'postgresql://sandbox' })
  await using database = await borrowDatabase({ DATABASE_URL: 'postgresql://chosen' }, places.data)
  expect(database.url).toBe('postgresql://chosen')
})

test('a running sandbox lends its database as soon as it has one, and goes on after the call', async () => {
  const lock = takeLock(places.lock, 'sandbox')
  const borrowing = borrowDatabase({}, places.data)
  lock.tell({ databaseUrl: 'postgresql://sandbox' })
  const database = await borrowing
  expect(database.url).toBe('postgresql://sandbox')
  await database[Symbol.asyncDispose]()
  expect(readHolder(places.lock)).toMatchObject({ use: 'sandbox' })
})

test('without a sandbox its database is started and stopped again; another call waits its turn', async () => {
  const first = await borrowDatabase({}, places.data)
  const second = borrowDatabase({}, places.data)
  expect(findPostmaster(places.database)).toBeDefined()
  expect(readHolder(places.lock)).toMatchObject({ use: 'call' })
  await expect(migrate(first.url)).resolves.toBeUndefined()
  await first[Symbol.asyncDispose]()

  const next = await second
  expect(next.url).not.toBe(first.url)
  await next[Symbol.asyncDispose]()
  expect(findPostmaster(places.database)).toBeUndefined()
  expect(readHolder(places.lock)).toBeUndefined()
})
