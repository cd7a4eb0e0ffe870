import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Client } from 'pg'
import { inTransaction, withConnection } from './connection.ts'
import { advisoryLocks } from './locks.ts'

const folder = new URL('./migrations/', import.meta.url)

interface Migration {
  name: string
  sql: string
  digest: string
}

async function listMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, digest: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Brings the database to this build's schema, each migration in its own transaction. Processes that start
 * at once wait for one another. Throws when the database holds a migration this build does not know.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const migrations = await listMigrations()
  await withConnection(databaseUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrate])
    await client.query(
      'create table if not exists migration (name text primary key, digest text not null, applied_at timestamptz not null default now())',
    )
    const applied = await client.query<{ name: string; digest: string }>('select name, digest from migration')
    const known = new Map(migrations.map((migration) => [migration.name, migration.digest]))
    for (const row of applied.rows) {
      if (known.get(row.name) !== row.digest)
        throw new Error(
          `The database holds migration ${row.name}, which this build does not have in that form. Run the build that made it, or a newer one.`,
        )
    }
    const done = new Set(applied.rows.map((row) => row.name))
    for (const migration of migrations.filter(({ name }) => !done.has(name))) await apply(client, migration)
  })
}

async function apply(client: Client, { name, sql, digest }: Migration): Promise<void> {
  try {
    await inTransaction(client, async () => {
      await client.query(sql)
      await client.query('insert into migration (name, digest) values ($1, $2)', [name, digest])
    })
  } catch (cause) {
    throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}
