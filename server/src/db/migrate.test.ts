import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { withConnection } from './connection.ts'
import { lostConnection } from './failures.ts'
import { advisoryLocks } from './locks.ts'
import { migrate } from './migrate.ts'

let ground: TestDatabase
/** A database that nothing has been done to. */
let empty: string
beforeEach(async () => {
  ground = await testDatabase()
  const url = new URL(ground.url)
  url.pathname = `/empty_${randomBytes(8).toString('hex')}`
  empty = url.href
  await withConnection(ground.url, (client) =>
    client.query(`create database ${nameOf(empty)} template template0`),
  )
})
afterEach(async () => {
  await withConnection(ground.url, (client) => client.query(`drop database ${nameOf(empty)} with (force)`))
  await ground.drop()
})

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

async function columnOf<T>(client: Client, statement: string): Promise<T[]> {
  const { rows } = await client.query<{ it: T }>(statement)
  return rows.map(({ it }) => it)
}

const applied = (client: Client): Promise<string[]> =>
  columnOf<string>(client, 'select name as it from migration order by name')
const tables = (client: Client): Promise<string[]> =>
  columnOf<string>(client, "select tablename as it from pg_tables where schemaname = 'public' order by 1")

test('processes that start at once bring the schema up once', async () => {
  await Promise.all([migrate(empty), migrate(empty), migrate(empty)])
  await withConnection(empty, async (client) => {
    const names = await applied(client)
    expect(names.length).toBeGreaterThan(5)
    expect(new Set(names).size).toBe(names.length)
    await migrate(empty)
    expect(await applied(client)).toEqual(names)
  })
})

test('a process that has to wait for another one says so, once', async () => {
  let told = 0
  await withConnection(empty, async (holder) => {
    await holder.query('select pg_advisory_lock($1)', [advisoryLocks.migrate])
    const migrated = migrate(empty, () => {
      told += 1
    })
    await until('it says that it waits', () => told > 0)
    await holder.query('select pg_advisory_unlock($1)', [advisoryLocks.migrate])
    await migrated
    expect((await applied(holder)).length).toBeGreaterThan(5)
  })
  expect(told).toBe(1)
})

test('one that is killed in the middle leaves nothing half done, and the next start completes', async () => {
  await withConnection(empty, async (client) => {
    // Whoever makes a table of the same name waits for the end of this transaction.
    await client.query('begin')
    await client.query('create table recovery_code (taken integer)')
    const killed = migrate(empty).then(
      () => undefined,
      (error: Error) => error,
    )
    // From another connection: within a transaction the look at the others is kept as it was the first time.
    await withConnection(empty, async (watcher) => {
      const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await until(
        'the migration waits',
        async () => (await watcher.query(`select ${waiting}`)).rowCount === 1,
      )
      await watcher.query(`select pg_terminate_backend(pid) ${waiting}`)
    })
    const failure = await killed
    expect(failure?.message).toMatch(/^Migration 002_console\.sql failed: /)
    expect(lostConnection(failure?.cause)).toBe(true)
    await client.query('rollback')
    expect(await applied(client)).toEqual(['001_house.sql'])
    expect(await tables(client)).not.toContain('passkey')
    await migrate(empty)
    expect(await tables(client)).toEqual(expect.arrayContaining(['passkey', 'recovery_code', 'agency_seat']))
  })
})

test('a database of a newer release is left alone, with a sentence', async () => {
  await withConnection(ground.url, (client) =>
    client.query("insert into migration (name, digest) values ('999_future.sql', 'x')"),
  )
  await expect(migrate(ground.url)).rejects.toThrow(
    `The database "${nameOf(ground.url)}" was migrated by a newer release: it holds migration 999_future.sql, which this one does not have in that form. Run the release that made it, or a newer one.`,
  )
})

test('a database of something else is left as it is', async () => {
  await withConnection(empty, async (client) => {
    await client.query('create schema shop; create table shop.invoice (id integer)')
    await expect(migrate(empty)).rejects.toThrow(/^The database ".+" is not an Agency Support database/)
    expect(await tables(client)).toEqual([])
  })
})

test('one that is up to date needs no right to make tables, and waits for nobody', async () => {
  const role = `server_${randomBytes(6).toString('hex')}`
  await withConnection(ground.url, async (client) => {
    await client.query(`create role ${role} login; grant usage on schema public to ${role}`)
    await client.query(`grant select on migration to ${role}`)
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrate])
    const url = new URL(ground.url)
    url.username = role
    await expect(migrate(url.href)).resolves.toBeUndefined()
    await client.query(`drop owned by ${role}; drop role ${role}`)
  })
})
