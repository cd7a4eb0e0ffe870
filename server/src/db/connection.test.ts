import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import { until } from '../../test/until.ts'
import { inTransaction, withConnection } from './connection.ts'
import { isConnectionLost } from './database-errors.ts'
import { advisoryLocks } from './locks.ts'

const { database, db } = useDatabase()

const switches = async (): Promise<number> =>
  (await db.read.selectFrom('feature_switch').select('name').execute()).length

test('a connection that is cut while nothing is asked fails the next statement, not the process', async () => {
  const cut = withConnection(database.url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db.write)
    await until('the connection is gone', async () => {
      const alive = await sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(db.write)
      return alive.rows.length === 0
    })
    await client.query('select 1')
  })
  await expect(cut).rejects.toSatisfy(isConnectionLost)
})

test('a transaction that fails leaves nothing, and its first failure is what is reported', async () => {
  const before = await switches()
  await withConnection(database.url, async (client) => {
    const undone = inTransaction(client, async () => {
      await client.query("insert into feature_switch (name, enabled) values ('half', true)")
      await client.query('select 1 / 0')
    })
    await expect(undone).rejects.toThrow('division by zero')
    const cut = inTransaction(client, () => client.query('select pg_terminate_backend(pg_backend_pid())'))
    await expect(cut).rejects.toSatisfy(isConnectionLost)
  })
  expect(await switches()).toBe(before)
})

test('no two uses of an advisory lock share a number', () => {
  const numbers = Object.values(advisoryLocks)
  expect(new Set(numbers).size).toBe(numbers.length)
})
