import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { inTransaction, withConnection } from '../../db/connection.ts'
import { isCommitted, readTransaction } from './transactions.ts'

const { database, db } = useDatabase()

test('whether a transaction was committed is known once it has ended', async () => {
  const asked = await withConnection(database.url, (client) =>
    inTransaction(client, async () => {
      const answer = isCommitted(database.url, await readTransaction(client))
      await until('it was told that the transaction is in progress', async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and query like 'select pg_xact_status%' and state = 'idle'`.execute(
          db.write,
        )
        return rows.length === 1
      })
      return { answer }
    }),
  )
  expect(await asked.answer).toBe(true)
})
