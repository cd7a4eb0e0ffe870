import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTemporaryPostgres } from '@agency-support/sandbox/temporary-postgres'
import { withConnection } from '@agency-support/server/db/connection'
import { migrate } from '@agency-support/server/db/migrate'
import { type Column, renderTypes } from './db-types/schema-types.ts'
import { isEntry, root } from './entry.ts'

const target = 'server/src/db/types.ts'

/** Columns of the tables and views in schema `public`, sorted by table and position. */
function readColumns(databaseUrl: string): Promise<Column[]> {
  return withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<Column>(`
      select c.relname as table, a.attname as name,
             coalesce(element.typname, base.typname, t.typname) as type,
             element.oid is not null as "isArray",
             (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e
               where e.enumtypid = coalesce(element.oid, t.oid)) as labels,
             not a.attnotnull as nullable,
             a.atthasdef and a.attgenerated = '' or a.attidentity = 'd' as "hasDefault",
             a.attgenerated <> '' or a.attidentity = 'a' or c.relkind in ('v', 'm') as "readOnly"
        from pg_attribute a
        join pg_class c on c.oid = a.attrelid
        join pg_type t on t.oid = a.atttypid
        left join pg_type base on base.oid = t.typbasetype
        left join pg_type element on element.oid = t.typelem and t.typcategory = 'A'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
         and not c.relispartition and a.attnum > 0 and not a.attisdropped
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       order by c.relname collate "C", a.attnum`)
    return rows
  })
}

/** The types file for a migrated database. */
export async function generateTypes(databaseUrl: string): Promise<string> {
  return formatted(renderTypes(await readColumns(databaseUrl)))
}

function formatted(source: string): string {
  const biome = join(root, 'node_modules/.bin/biome')
  const run = spawnSync(biome, ['format', `--stdin-file-path=${target}`], {
    cwd: root,
    input: source,
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`biome could not format the generated types: ${run.stderr}`)
  return run.stdout
}

/** Runs `use` on an empty database, on TEST_DATABASE_URL's server or on one started for it. */
export async function withScratchDatabase<T>(use: (databaseUrl: string) => Promise<T>): Promise<T> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) return withDatabaseOn(given, use)
  const server = await startTemporaryPostgres()
  try {
    return await withDatabaseOn(server.url, use)
  } finally {
    await server.stop()
  }
}

async function withDatabaseOn<T>(adminUrl: string, use: (databaseUrl: string) => Promise<T>): Promise<T> {
  const name = `types_${randomBytes(6).toString('hex')}`
  return withConnection(adminUrl, async (admin) => {
    try {
      await admin.query(`create database ${name} template template0`)
      const url = new URL(adminUrl)
      url.pathname = `/${name}`
      return await use(url.href)
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`)
    }
  })
}

/** Differences between the checked-in types file and the migrated schema, as sentences; empty if equal. */
export async function findTypeProblems(): Promise<string[]> {
  const expected = await withScratchDatabase(migratedTypes)
  const path = join(root, target)
  const actual = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return actual === expected
    ? []
    : [`${target} does not match the migrated schema; run \`npm run db:types\` and commit the result.`]
}

async function migratedTypes(databaseUrl: string): Promise<string> {
  await migrate(databaseUrl)
  return generateTypes(databaseUrl)
}

if (isEntry(import.meta.url)) {
  writeFileSync(join(root, target), await withScratchDatabase(migratedTypes))
  console.log(`${target} written.`)
}
