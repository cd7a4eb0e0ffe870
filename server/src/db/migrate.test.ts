import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../test/until.ts'
import { readColumn } from '../../test/read-column.ts'
import { useDatabase } from '../../test/use-database.ts'
import { inTransaction, withConnection } from './connection.ts'
import { isConnectionLost } from './database-errors.ts'
import { advisoryLocks } from './locks.ts'
import {
  type AppliedMigration,
  appliedMigrations,
  migrate,
  migrateEmpty,
  missingMigrations,
  requireMigrated,
  requireRestorable,
} from './migrate.ts'
import { openDatabase } from './open.ts'

const { database: ground } = useDatabase({ scope: 'test' })
/** URL of a new, empty database. */
let empty: string
beforeEach(async () => {
  const url = new URL(ground.url)
  url.pathname = `/empty_${randomBytes(8).toString('hex')}`
  empty = url.href
  await withConnection(ground.url, (client) =>
    client.query(`create database ${getName(empty)} template template0`),
  )
})
afterEach(async () => {
  await withConnection(ground.url, (client) => client.query(`drop database ${getName(empty)} with (force)`))
})

const getName = (url: string): string => new URL(url).pathname.slice(1)

const applied = (client: Client): Promise<string[]> =>
  readColumn<string>(client, 'select name as it from migration order by name')
const tables = (client: Client): Promise<string[]> =>
  readColumn<string>(client, "select tablename as it from pg_tables where schemaname = 'public' order by 1")

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

test('a role that does not own the tables is told who has to migrate', async () => {
  await migrate(empty)
  const server = `migrate_test_server_${randomBytes(8).toString('hex')}`
  const asServer = new URL(empty)
  asServer.username = server
  await withConnection(empty, async (owner) => {
    await owner.query(`create role ${server} login`)
    await expect(migrate(asServer.href)).rejects.toThrow(
      /^The role of this connection may not read the database .+: permission denied for table migration\. Grant /,
    )
    await owner.query(`grant select on migration to ${server}`)
    await migrate(asServer.href)
    await owner.query('delete from migration where name = (select max(name) from migration)')
    await expect(migrate(asServer.href)).rejects.toThrow(
      /^This role cannot apply migration \d+_\w+\.sql: permission denied .+\. Migrate as the owner of the tables /,
    )
    await owner.query(`drop owned by ${server}`)
    await owner.query(`drop role ${server}`)
  })
})

test('a process that has to wait for another one says so, once', async () => {
  let waits = 0
  await withConnection(empty, async (holder) => {
    await holder.query('select pg_advisory_lock($1)', [advisoryLocks.migrate])
    const waiting = (): void => {
      waits += 1
    }
    const migrated = migrate(empty, { waiting })
    await until('it says that it waits', () => waits > 0)
    await holder.query('select pg_advisory_unlock($1)', [advisoryLocks.migrate])
    await migrated
    expect((await applied(holder)).length).toBeGreaterThan(5)
  })
  expect(waits).toBe(1)
})

test('one that is killed in the middle leaves nothing half done, and the next start completes', async () => {
  await withConnection(empty, async (client) => {
    // Whoever creates a table of the same name waits for the end of this transaction.
    await client.query('begin')
    await client.query('create table recovery_code (taken integer)')
    const killed = migrate(empty).then(
      () => undefined,
      (error: Error) => error,
    )
    // From another connection, because pg_stat_activity is cached within a transaction.
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
    expect(isConnectionLost(failure?.cause)).toBe(true)
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
    `The database "${getName(ground.url)}" was migrated by a newer release: it holds migration 999_future.sql, which this one does not have in that form. Run the release that made it, or a newer one.`,
  )
})

test('one that is only newer is taken where that is allowed, one that differs is not', async () => {
  await withConnection(ground.url, async (client) => {
    await client.query("insert into migration (name, digest) values ('999_future.sql', 'x')")
    await expect(migrate(ground.url, { newer: true })).resolves.toBeUndefined()
    await client.query("update migration set digest = 'x' where name = '001_house.sql'")
  })
  await expect(migrate(ground.url, { newer: true })).rejects.toThrow('it holds migration 001_house.sql')
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

const held = async (client: Client): Promise<AppliedMigration[]> =>
  (await client.query<AppliedMigration>(`${appliedMigrations.text} order by name`)).rows

test('a database is used that is migrated to this release, or to a newer one where that is allowed', async () => {
  const db = openDatabase({ url: ground.url, poolSize: 1, onError: () => undefined })
  const change = (text: string) => withConnection(ground.url, (client) => client.query(text))
  await expect(requireMigrated(db.read)).resolves.toBeUndefined()
  await change("insert into migration (name, digest) values ('999_future.sql', 'x')")
  await expect(requireMigrated(db.read)).rejects.toThrow('it holds migration 999_future.sql')
  await expect(requireMigrated(db.read, { newer: true })).resolves.toBeUndefined()
  await change("delete from migration where name in ('003_agent.sql', '004_files.sql', '999_future.sql')")
  await expect(requireMigrated(db.read, { newer: true })).rejects.toThrow(
    /^The database ".+" is not migrated to this release: 00[34]\S+ is missing\. Run: npm run cli -- migrate$/,
  )
  await db.close()
})

test('what this build has and a database lacks is reported by name, also where only the content differs', async () => {
  await withConnection(ground.url, async (client) => {
    const all = await held(client)
    expect(await missingMigrations(all)).toEqual([])
    expect(await missingMigrations([...all, { name: '999_future.sql', digest: 'x' }])).toEqual([])
    const [first, second, ...rest] = all
    const other = { name: second?.name ?? '', digest: 'x' }
    expect(await missingMigrations([other, ...rest])).toEqual([first?.name, second?.name])
  })
})

test('a backup is restored into an empty database alone, with the migrations that it held', async () => {
  const all = await withConnection(ground.url, held)
  const some = all.slice(0, 4)
  await withConnection(ground.url, async (client) => {
    await expect(requireRestorable(client, some)).rejects.toThrow(
      /^The database ".+" is not empty: restore into a new one\.$/,
    )
  })
  await withConnection(empty, async (client) => {
    const future = { name: '999_future.sql', digest: 'x' }
    const changed = { name: all[0]?.name ?? '', digest: 'x' }
    for (const odd of [future, changed])
      await expect(requireRestorable(client, [...some, odd])).rejects.toThrow(
        `The backup is of a newer release: it holds migration ${odd.name}, which this one does not have in that form.`,
      )
    expect(await tables(client)).toEqual([])
    await inTransaction(client, () => migrateEmpty(client, some.toReversed()))
    expect(await held(client)).toEqual(some)
    await migrate(empty)
    expect(await held(client)).toEqual(all)
  })
})
