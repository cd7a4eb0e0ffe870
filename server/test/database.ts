import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../src/db/migrate.ts'
import pg from 'pg'

export interface TestDatabase {
  url: string
  /** Ends every connection to it and deletes it. */
  drop(): Promise<void>
}

/** What databases are cloned from; made once on a server, by whichever process comes first. */
export interface Template {
  /** Letters, digits and underscores; says what it holds. */
  name: string
  /** Fills a migrated, empty database, and leaves no connection to it. */
  fill(url: string): Promise<void>
}

/** A migrated database of the caller's own, empty unless a template is given; cloned in some tens of milliseconds. */
export async function testDatabase(filled?: Template): Promise<TestDatabase> {
  const migrated = await getMigrated(adminUrl())
  const source = filled === undefined ? migrated : await filledTemplate(migrated, filled)
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin((admin) => admin.query(cloneSql(name, source)))
  return {
    url: toUrl(name),
    drop: () =>
      asAdmin(async (admin) => void (await admin.query(`drop database if exists ${name} with (force)`))),
  }
}

/** Without a write-ahead log, which nobody replays here: half the time. */
const cloneSql = (name: string, source: string): string =>
  `create database ${name} template ${source} strategy file_copy`

const templateLock = 20_260_001
/** The template of each database server that tests of this process have used. */
const templates = new Map<string, Promise<string>>()

async function getMigrated(server: string): Promise<string> {
  const template = templates.get(server) ?? migratedTemplate()
  templates.set(server, template)
  try {
    return await template
  } catch (error) {
    // The next to ask tries again.
    templates.delete(server)
    throw error
  }
}

// Named by the migrations, so that a server that outlives a run serves no stale one.
function migratedTemplate(): Promise<string> {
  return makeOnce(`template_${digestOfMigrations()}`, 'template1', migrate)
}

function filledTemplate(migrated: string, { name, fill }: Template): Promise<string> {
  return makeOnce(`${migrated}_${name}`, migrated, fill)
}

async function makeOnce(
  name: string,
  source: string,
  fill: (url: string) => Promise<unknown>,
): Promise<string> {
  await asAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    const half = `${name}_half`
    await admin.query(`drop database if exists ${half} with (force)`)
    await admin.query(cloneSql(half, source))
    await fill(toUrl(half))
    await admin.query(`alter database ${half} rename to ${name}`)
  })
  return name
}

function digestOfMigrations(): string {
  const folder = join(import.meta.dirname, '../src/db/migrations')
  const digest = createHash('sha256')
  for (const file of readdirSync(folder).sort()) digest.update(readFileSync(join(folder, file)))
  return digest.digest('hex').slice(0, 16)
}

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client(adminUrl())
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

function adminUrl(): string {
  const url = process.env['TEST_DATABASE_URL']
  if (url === undefined)
    throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test or vitest.')
  return url
}

function toUrl(database: string): string {
  const url = new URL(adminUrl())
  url.pathname = `/${database}`
  return url.href
}
