import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../test/until.ts'
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

async function readColumn<T>(client: Client, statement: string): Promise<T[]> {
  const { rows } = await client.query<{ it: T }>(statement)
  return rows.map(({ it }) => it)
}

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

test('014 fills who changed a field, and who must change the password, for what is there', async () => {
  const at = new Date('2026-11-21T08:00:00Z')
  await withConnection(ground.url, async (client) => {
    const fields = ['name', 'status', 'storage_mode']
    const changed = (field: string): string[] => [`${field}_changed_by`, `${field}_changed_at`]
    const drop = (columns: string[]): string => columns.map((column) => `drop column ${column}`).join(', ')
    await client.query(`alter table agency ${drop(fields.flatMap(changed))}`)
    await client.query(`alter table staff ${drop([...changed('permissions'), 'must_change_password'])}`)
    await client.query("delete from migration where name like '014%'")
    await client.query(
      `insert into agency (agency_id, name_version, status_version) values (7, 4, 1), (8, 1, 2)`,
    )
    await client.query(
      `insert into staff (username, status, permissions_version, created_at)
      values ('reset', 1, 1, $1), ('own', 1, 3, $1), ('told', 3, 1, $1), ('cli', 2, 1, $1)`,
      [at],
    )
    const addEntry = (event: string, by: string, about: { id?: number; name?: string; after?: object }) =>
      client.query(
        `insert into journal (at, actor_kind, actor, event, agency_id, subject, after)
        values ($1, 'staff', $2, $3, $4, $5, $6)`,
        [at, by, event, about.id, about.name, JSON.stringify(about.after)],
      )
    await addEntry('agencies.added', 'ann', { id: 7, after: { name: 'One', status: 1 } })
    await addEntry('agencies.renamed', 'bob', { id: 7, after: { name: 'Two' } })
    await addEntry('agencies.statusChanged', 'cyd', { id: 8, after: { status: 2 } })
    await addEntry('staff.passwordSet', 'ann', { name: 'reset', after: { status: 1, mustChange: true } })
    await addEntry('staff.passwordSet', 'ann', { name: 'own', after: { status: 3, mustChange: true } })
    await addEntry('session.passwordChanged', 'own', { name: 'own' })
    await addEntry('staff.permissionsChanged', 'dan', { name: 'own', after: { permissions: '' } })
    await addEntry('staff.added', 'cli', { name: 'cli', after: { status: 3 } })
    await migrate(ground.url)
    const agencies = await client.query(
      `select name_changed_by, name_changed_at, status_changed_by, storage_mode_changed_by
      from agency order by agency_id`,
    )
    expect(agencies.rows.map(Object.values)).toEqual([
      ['bob', at, null, null],
      [null, null, 'cyd', null],
    ])
    const staff = await client.query(
      'select username, must_change_password, permissions_changed_by, permissions_changed_at from staff order by 1',
    )
    expect(staff.rows.map(Object.values)).toEqual([
      ['cli', true, null, null],
      ['own', false, 'dan', at],
      ['reset', true, null, null],
      ['told', true, null, null],
    ])
  })
})

test('041 fills the words of names, and those of one that is changed meanwhile', async () => {
  await withConnection(ground.url, async (client) => {
    await client.query("delete from migration where name like '041%'")
    await client.query(
      "insert into agency (agency_id, name_folded) values (1, 'harbor lee'), (2, 'lee & oak 12')",
    )
    await client.query('truncate agency_word, agency_name_word, agency_name_pair')
    await client.query('begin')
    await client.query("update agency set name_folded = 'harbor pine' where agency_id = 1")
    const migrated = migrate(ground.url)
    await withConnection(ground.url, (watcher) =>
      until('the migration waits', async () => {
        const waiting = "select from pg_locks where relation = 'agency'::regclass and not granted"
        return (await watcher.query(waiting)).rowCount === 1
      }),
    )
    await client.query('commit')
    await migrated
    const words = "select word || ' ' || agency_id as it from agency_word order by 1"
    expect(await readColumn(client, words)).toEqual(['& 2', 'oak 2', 'pine 1'])
    const terms = (table: string) => `select distinct term || ' ' || later as it from ${table} order by 1`
    expect(await readColumn(client, terms('agency_name_pair'))).toEqual([
      '& oak true',
      'harbor lee false',
      'harbor pine false',
      'lee & false',
    ])
    expect(await readColumn(client, terms('agency_name_word'))).toEqual([
      'harbor false',
      'lee false',
      'lee true',
      'oak true',
      'pine true',
    ])
  })
})

test('047 notes the digits of existing names', async () => {
  await withConnection(ground.url, async (client) => {
    await client.query(`insert into agency (agency_id, name_folded)
      values (1, 'no. 123456789'), (2, 'a12345b1234'), (3, '123 lee')`)
    await client.query("delete from migration where name like '047%'")
    await client.query('drop table agency_name_digits; drop function name_digits, note_name_digits')
    await migrate(ground.url)
    const digits = "select digits || ' ' || agency_id as it from agency_name_digits order by 1"
    expect(await readColumn(client, digits)).toEqual([
      '1234 2',
      '12345 2',
      '12345678 1',
      '2345 2',
      '23456789 1',
      '3456789 1',
      '456789 1',
      '56789 1',
      '6789 1',
    ])
  })
})

test('046 takes the opt-ins of products that were deleted before out of the Vendor total', async () => {
  await withConnection(ground.url, async (client) => {
    await client.query("delete from migration where name like '046%'")
    // Products with keys need no vendor; here they stand for those that do.
    await client.query('update product set vendor_data_sync = true where product_key in (3, 5)')
    await client.query('update product set deleted_at = now() where product_key = 5')
    await client.query(`insert into agency_product (agency_id, product_id, version, opted_in)
      select agency_id, product_id, 0, agency_id < 3 from product, generate_series(1, 3) agency_id`)
    await migrate(ground.url)
    const events = "select category || ' ' || agency_id || ' ' || change as it from activity_event order by 1"
    expect(await readColumn(client, events)).toEqual(['Vendor 1 -1', 'Vendor 2 -1'])
  })
})

test('051 sets what was bought live, unless people decide that or did', async () => {
  await withConnection(ground.url, async (client) => {
    await client.query("delete from migration where name like '051%'")
    await client.query("insert into product (name) values ('Mail')")
    await client.query(
      `insert into subscription_event (at, agency_id, product_id, event_code, by)
      select '2026-01-01Z'::timestamptz + n * interval '1 day', agency_id, product_id, event_code, 'ann'
      from (values (1, 1, 0), (2, 1, 2), (3, 1, 0), (3, 2, 1), (4, 1, 1), (4, 2, 0)) told (agency_id, n, event_code), product`,
    )
    await client.query(`insert into agency_product (agency_id, product_id, version, changed_at)
      select agency_id, product_id, 0, case when agency_id = 4 and product_key = 3 then now() end
      from product, generate_series(1, 4) agency_id`)
    await migrate(ground.url)
    const live =
      "select coalesce(product_key, 0) || ' ' || agency_id as it from agency_product join product using (product_id) where agency_product.status = 0 order by 1"
    expect(await readColumn(client, live)).toEqual(['0 1', '0 4', '3 1'])
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
