import { sql } from 'kysely'
import { withDatabase } from '../src/db/open.ts'

/** Longer than any backend needs to notice that it shall end. */
const endMs = 60_000

/** Lets new connections change nothing, or anything again, and ends those that there are. */
export async function setReadOnly(databaseUrl: string, on: boolean): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1)
  await withDatabase(databaseUrl, ({ write }) =>
    write.connection().execute(async (connection) => {
      await sql`set default_transaction_read_only = off`.execute(connection)
      await sql`alter database ${sql.id(name)} set default_transaction_read_only = ${sql.lit(on ? 'on' : 'off')}`.execute(
        connection,
      )
      // Waits for each to be gone: one that is only told to end may still answer, or break off, the next statement.
      await sql`select pg_terminate_backend(pid, ${sql.lit(endMs)}) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(connection)
    }),
  )
}
