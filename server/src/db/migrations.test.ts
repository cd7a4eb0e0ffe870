import { expect, test } from 'vitest'
import { until } from '../../test/until.ts'
import { readColumn } from '../../test/read-column.ts'
import { useDatabase } from '../../test/use-database.ts'
import { withConnection } from './connection.ts'
import { migrate } from './migrate.ts'

const { database: ground } = useDatabase({ scope: 'test' })

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
