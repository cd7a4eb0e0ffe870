import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'

async function readRows(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

test('a test database has every migration and shares nothing with another', async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()])
  await readRows(one.url, 'create table only_here (id int)')
  const tables = 'select tablename from pg_tables where schemaname = current_schema()'
  expect(await readRows(one.url, tables)).toContainEqual({ tablename: 'only_here' })
  expect(await readRows(other.url, tables)).not.toContainEqual({ tablename: 'only_here' })
  expect((await readRows(other.url, tables)).length).toBeGreaterThan(1)
  await Promise.all([one.drop(), other.drop()])
})

test('dropping a test database ends the connections to it', async () => {
  const database = await testDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  const errors: Error[] = []
  client.on('error', (error) => errors.push(error))
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  await database.drop()
  await ended
  expect(errors[0]?.message).toMatch(/terminat/)
  await expect(readRows(database.url, 'select 1')).rejects.toThrow('does not exist')
})

test('a template is filled once, and its clones share nothing', async () => {
  let fills = 0
  const template = {
    name: `probe_${process.pid}`,
    fill: async (url: string) => {
      fills += 1
      await readRows(url, 'create table probe as select 1 as one')
    },
  }
  const [one, other] = await Promise.all([testDatabase(template), testDatabase(template)])
  await readRows(one.url, 'update probe set one = 2')
  expect(await readRows(other.url, 'select one from probe')).toEqual([{ one: 1 }])
  expect(await readRows(other.url, 'select from agency')).toEqual([])
  expect(fills).toBe(1)
  await Promise.all([one.drop(), other.drop()])
})
