import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Client } from 'pg'
import { getErrorCode } from '../lib/error-code.ts'
import { inTransaction, withConnection } from './connection.ts'
import { advisoryLocks } from './locks.ts'
import type { ReadDb } from './open.ts'
import { query, type Row, type Statement, statement } from './query.ts'

const folder = new URL('./migrations/', import.meta.url)

interface Migration {
  name: string
  sql: string
  digest: string
}

/** A row of the table of applied migrations. */
export type AppliedMigration = Row<'migration', 'name' | 'digest'>

/** Reads the applied migrations. */
export const appliedMigrations = statement<[], AppliedMigration>(
  'applied_migrations',
  'select name, digest from migration',
)

let listed: Promise<Migration[]> | undefined

/** Read once: a process keeps to the release that it started as, whatever is put into the folder meanwhile. */
function listMigrations(): Promise<Migration[]> {
  return (listed ??= readMigrations())
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, digest: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** This release cannot work with the database as it is; the message is a sentence. */
export class SchemaProblem extends Error {
  override name = 'SchemaProblem'
}

/** The role of the connection lacks a right on the database's tables. */
export class RightsProblem extends SchemaProblem {
  override name = 'RightsProblem'
}

const lacksRight = '42501'

/** Runs a statement without parameters and returns its rows. */
type Ask = <Found>(sql: Statement<[], Found>) => Promise<readonly Found[]>

interface Schema {
  database: string
  /** Digest of every applied migration by name; undefined if their table does not exist. */
  applied: ReadonlyMap<string, string> | undefined
  /** True if there are any tables, views or sequences, whoever owns them. */
  used: boolean
}

const schemaSql = statement<[], { database: string; ours: boolean; used: boolean }>(
  'schema',
  `select current_database() as database,
  (select count(*) from pg_attribute where attrelid = to_regclass('migration')
    and attname in ('name', 'digest', 'applied_at') and not attisdropped) = 3 as ours,
  exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as used`,
)

async function readSchema(ask: Ask): Promise<Schema> {
  const [found] = await ask(schemaSql)
  if (found === undefined) throw new Error('the query of the schema returned no row')
  const { database, ours, used } = found
  if (!ours) return { database, used, applied: undefined }
  const rows = await ask(appliedMigrations).catch((error: unknown) => {
    if (!(error instanceof Error) || getErrorCode(error) !== lacksRight) throw error
    throw new RightsProblem(
      `The role of this connection may not read the database "${database}": ${error.message}. Grant it its rights (docs/operations.md, "Roles").`,
      { cause: error },
    )
  })
  return { database, used, applied: new Map(rows.map(({ name, digest }) => [name, digest])) }
}

/** Which differences from this release's schema are accepted. */
export interface SchemaAllowance {
  /** Ignores migrations newer than all of ours: the next release only added to the schema. */
  newer?: boolean | undefined
}

/** Migrations that the database lacks. Throws SchemaProblem for a foreign database or one of a newer release. */
function listMissing(
  { database, applied, used }: Schema,
  migrations: readonly Migration[],
  { newer = false }: SchemaAllowance = {},
): Migration[] {
  if (applied === undefined && used)
    throw new SchemaProblem(
      `The database "${database}" is not an Agency Support database: it holds other tables.`,
    )
  const known = new Map(migrations.map(({ name, digest }) => [name, digest]))
  const last = migrations.at(-1)?.name ?? ''
  for (const [name, digest] of applied ?? [])
    if (known.get(name) !== digest && !(newer && name > last))
      throw new SchemaProblem(
        `The database "${database}" was migrated by a newer release: it holds migration ${name}, which this one does not have in that form. Run the release that made it, or a newer one. ALLOW_NEWER_SCHEMA=1 runs this one all the same where it is the release just before (docs/operations.md, "Releases").`,
      )
  return migrations.filter(({ name }) => applied?.has(name) !== true)
}

/** Checks that a backup with these migrations can be restored here; changes nothing. Throws SchemaProblem. */
export async function requireRestorable(
  client: Client,
  held: readonly AppliedMigration[],
): Promise<ReadonlySet<Migration>> {
  const schema = await readSchema(asking(client))
  if (schema.used)
    throw new SchemaProblem(`The database "${schema.database}" is not empty: restore into a new one.`)
  const migrations = await listMigrations()
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  const wanted = held.map(({ name, digest }) => {
    const migration = known.get(name)
    if (migration?.digest === digest) return migration
    throw new SchemaProblem(
      `The backup is of a newer release: it holds migration ${name}, which this one does not have in that form. Restore with the release that made it, or a newer one.`,
    )
  })
  return new Set(wanted)
}

/** Applies these migrations to an empty database, in the open transaction. Throws SchemaProblem. */
export async function migrateEmpty(client: Client, held: readonly AppliedMigration[]): Promise<void> {
  const wanted = await requireRestorable(client, held)
  for (const migration of [...wanted].sort((one, other) => (one.name < other.name ? -1 : 1)))
    await apply(client, migration)
}

/** Names of this build's migrations that are not among the applied ones. */
export async function missingMigrations(applied: readonly AppliedMigration[]): Promise<string[]> {
  const held = new Set(applied.map(({ name, digest }) => `${name} ${digest}`))
  const missing = (await listMigrations()).filter(({ name, digest }) => !held.has(`${name} ${digest}`))
  return missing.map(({ name }) => name)
}

/**
 * Migrates the database to this build's schema, each migration in its own transaction. Processes that start together
 * wait for each other and call `waiting`. Throws SchemaProblem for a foreign database or one of a newer release.
 */
export async function migrate(
  databaseUrl: string,
  { waiting = () => undefined, ...allowance }: SchemaAllowance & { waiting?: () => void } = {},
): Promise<void> {
  const migrations = await listMigrations()
  let hasWaited = false
  const tellOnce = (): void => {
    if (!hasWaited) waiting()
    hasWaited = true
  }
  await withConnection(databaseUrl, async (client) => {
    // An up-to-date database needs neither the lock nor the privilege to create tables.
    let isBehind = listMissing(await readSchema(asking(client)), migrations, allowance).length > 0
    while (isBehind)
      isBehind = await inTransaction(client, async () => {
        await takeLock(client, tellOnce)
        return applyNext(client, migrations, allowance)
      })
  })
}

/** Checks that the database is ours and has this build's schema; changes nothing. Throws SchemaProblem. */
export async function requireMigrated(db: ReadDb, allowance: SchemaAllowance = {}): Promise<void> {
  const schema = await readSchema((sql) => query(db, sql, []))
  const [first] = listMissing(schema, await listMigrations(), allowance)
  if (first !== undefined)
    throw new SchemaProblem(
      `The database "${schema.database}" is not migrated to this release: ${first.name} is missing. Run: npm run cli -- migrate`,
    )
}

function asking(client: Client): Ask {
  return async <Found>({ text }: Statement<[], Found>) => (await client.query<Found & object>(text)).rows
}

// A lock of the transaction, because behind a pooler the session may be given to another client.
async function takeLock(client: Client, waiting: () => void): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
    advisoryLocks.migrate,
  ])
  if (rows[0]?.taken === true) return
  waiting()
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.migrate])
}

/** Applies one missing migration; false if none is left. */
async function applyNext(
  client: Client,
  migrations: readonly Migration[],
  allowance: SchemaAllowance,
): Promise<boolean> {
  const [next, ...rest] = listMissing(await readSchema(asking(client)), migrations, allowance)
  if (next === undefined) return false
  await apply(client, next)
  return rest.length > 0
}

const makeMigrationTable =
  'create table if not exists migration (name text primary key, digest text not null, applied_at timestamptz not null default now())'

async function apply(client: Client, { name, sql, digest }: Migration): Promise<void> {
  try {
    await client.query(makeMigrationTable)
    await client.query(sql)
    await client.query('insert into migration (name, digest) values ($1, $2)', [name, digest])
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    if (getErrorCode(cause) === lacksRight)
      throw new RightsProblem(
        `This role cannot apply migration ${name}: ${why}. Migrate as the owner of the tables (docs/operations.md, "Roles").`,
        { cause },
      )
    throw new Error(`Migration ${name} failed: ${why}`, { cause })
  }
}
