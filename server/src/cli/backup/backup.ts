import { countOf } from '@agency-support/contract/rules/count-of'
import type { Client } from 'pg'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { to } from 'pg-copy-streams'
import { withConnection } from '../../db/connection.ts'
import { appliedMigrations } from '../../db/migrate.ts'
import { getErrorCode } from '../../lib/error-code.ts'
import { isDiskFull } from '../../providers/object-store.ts'
import { createStores } from '../../providers/stores.ts'
import { type Cli, CliProblem, printLine } from '../cli.ts'
import { type BackupTable, type Manifest, DigestStream, type Part, writeManifest } from './manifest.ts'
import { copyObjects, readObjects } from './objects.ts'
import { copyColumns, listSequences, listTables, quotedTable, type SourceTable } from './tables.ts'

const listFile = 'objects.jsonl'
/** What is to be copied, until it is: too much for memory. */
const wantedFile = 'wanted.jsonl'

type FromDatabase = Omit<Manifest, 'product' | 'format' | 'at' | 'objects'>

/** Writes a backup of database and files into a new folder; deletes it again on failure. */
export async function backUp(cli: Cli, folder: string): Promise<void> {
  const stores = createStores(getFiles(cli), cli.clock)
  await makeEmptyFolder(folder)
  try {
    const at = cli.clock.now().toISOString()
    const database = await withConnection(cli.databaseUrl, (client) =>
      inSnapshot(client, async () => {
        await listObjects(client, folder)
        return copyDatabase(client, folder)
      }),
    )
    // After the database, so that every listed object exists: objects are written once and never changed.
    const list = new DigestStream()
    const copied = { count: 0, totalBytes: 0, missing: 0 }
    const lines = copyObjects(readObjects(folder, wantedFile), stores, join(folder, 'objects'), copied)
    await pipeline(Readable.from(lines), list, writeTo(join(folder, listFile)))
    await rm(join(folder, wantedFile))
    const listed = { file: listFile, ...list.sum(), ...copied }
    await writeManifest(folder, { product: 'agency-support', format: 1, at, ...database, objects: listed })
    printSummary(cli, folder, database, listed)
  } catch (error) {
    // An incomplete backup is useless, and would block the next attempt.
    await rm(folder, { recursive: true, force: true })
    if (!isDiskFull(error)) throw error
    throw new CliProblem(`There is no room for the backup in ${folder}. Nothing was kept.`, { cause: error })
  }
}

/** Where files are stored. Throws ConfigProblem. */
export function getFiles({ files }: Cli) {
  if (files === undefined) throw new CliProblem('FILE_STORE_DIR is missing: the folder that keeps the files.')
  return files()
}

async function makeEmptyFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if ((await readdir(folder)).length === 0) return
  } catch (cause) {
    const why = getErrorCode(cause) ?? String(cause)
    throw new CliProblem(`The folder ${folder} cannot be created (${why}).`, { cause })
  }
  throw new CliProblem(`${folder} is not empty. Name a new folder.`)
}

async function inSnapshot<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only')
  const result = await work()
  await client.query('commit')
  return result
}

const factsSql = `select current_setting('server_version') as postgres,
  pg_snapshot_xmax(pg_current_snapshot())::text as "nextTransaction",
  (select encode(head, 'hex') from journal_seal order by seal_id desc limit 1) as "journalHead"`

async function copyDatabase(client: Client, folder: string): Promise<FromDatabase> {
  const { rows: facts } =
    await client.query<Pick<Manifest, 'postgres' | 'nextTransaction' | 'journalHead'>>(factsSql)
  const [fact] = facts
  if (fact === undefined) throw new Error('the database returned no facts about itself')
  const { rows: schema } = await client.query<{ name: string; digest: string }>(appliedMigrations.text)
  await mkdir(join(folder, 'tables'), { mode: 0o700 })
  const tables: BackupTable[] = []
  for (const table of await listTables(client)) tables.push(await copyTable(client, folder, table))
  return { ...fact, schema, tables, sequences: await listSequences(client) }
}

async function copyTable(client: Client, folder: string, table: SourceTable): Promise<BackupTable> {
  const file = `tables/${table.schema}.${table.name}.copy.gz`
  const rows = client.query(to(`copy (select ${copyColumns(table)} from ${quotedTable(table)}) to stdout`))
  const meter = new DigestStream()
  await pipeline(rows, createGzip({ level: 3 }), meter, writeTo(join(folder, file)))
  return { ...table, rows: rows.rowCount, file, ...meter.sum() }
}

function writeTo(path: string) {
  return createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
}

/** Lists the objects that the database refers to. Their names are ours, without a sign that `copy` would escape. */
async function listObjects(client: Client, folder: string): Promise<void> {
  const lines = client.query(
    to(`copy (select json_build_object('place', place, 'name', object_name, 'bytes', size, 'sha256', sha256)
     from agency_file where object_name <> '' order by place, object_name) to stdout`),
  )
  await pipeline(lines, writeTo(join(folder, wantedFile)))
}

function printSummary(
  cli: Cli,
  folder: string,
  { tables, postgres }: FromDatabase,
  { count, totalBytes, missing }: Part & { count: number; totalBytes: number; missing: number },
): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const content = `${countOf(rows, 'row')} of ${countOf(tables.length, 'table')} (PostgreSQL ${postgres}) and ${countOf(count, 'file')}`
  printLine(cli, `${content} of ${totalBytes} bytes are in ${folder}.`)
  if (missing > 0)
    cli.err.write(
      `Missing: ${countOf(missing, 'file')} that the database names, but no store holds; marked in ${listFile}.\n`,
    )
  printLine(cli, 'The keys are not in it: keep JOURNAL_SEAL_KEY, SECRET_KEY and CERTIFICATE_KEY apart.')
}
