import { countOf } from '@agency-support/contract/rules/count-of'
import type { Client } from 'pg'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { from } from 'pg-copy-streams'
import { inTransaction, withConnection } from '../../db/connection.ts'
import { isConnectionLost } from '../../db/database-errors.ts'
import { migrate, migrateEmpty, requireRestorable } from '../../db/migrate.ts'
import { prepareFolders } from '../../settings/file-folders.ts'
import { readSeals, rowsFromDatabase, verifyChain } from '../../journal/verify.ts'
import type { StoreResolver } from '../../providers/object-store.ts'
import { createStores } from '../../providers/stores.ts'
import { type Cli, CliProblem, printLine } from '../cli.ts'
import { getSealKeys, sealedCount } from '../journal.ts'
import { getFiles } from './backup.ts'
import { type BackupTable, checkPart, type Manifest, readManifest } from './manifest.ts'
import { checkObjects, putObjects, readObjects, removeObjects, requireEmptyStores } from './objects.ts'
import { copyColumns, listAbsent, listUnchangeable, quotedTable } from './tables.ts'
import {
  countMissingTransactionIds,
  isCommitted,
  readTransaction,
  useUpTransactionIds,
} from './transactions.ts'

/** Restores a backup into an empty database and empty stores, and verifies the journal. */
export async function restore(cli: Cli, folder: string): Promise<void> {
  getSealKeys(cli)
  const files = getFiles(cli)
  const stores = createStores(files, cli.clock)
  const manifest = await readManifest(folder)
  const list = manifest.objects.file
  for (const part of [...manifest.tables, manifest.objects]) await checkPart(folder, part)
  await checkObjects(folder, list)
  printLine(cli, `The backup of ${manifest.at} is whole.`)
  await requireEmptyStores(files, stores, readObjects(folder, list))
  const { objects, foreign } = await withConnection(cli.databaseUrl, async (client) => {
    await requireRestorable(client, manifest.schema)
    const missing = await countMissingTransactionIds(client, manifest.nextTransaction)
    await prepareFolders(files)
    await useUpTransactionIds(client, missing, cli)
    return fill(client, { folder, manifest, stores, databaseUrl: cli.databaseUrl })
  })
  await migrate(cli.databaseUrl)
  const restored = manifest.tables.filter((table) => !foreign.has(quotedTable(table)))
  const rows = restored.reduce((sum, table) => sum + table.rows, 0)
  if (foreign.size > 0)
    printLine(cli, `Left out, because the product has no such table: ${[...foreign].join(', ')}.`)
  printLine(
    cli,
    `${countOf(rows, 'row')} of ${countOf(restored.length, 'table')} and ${countOf(objects, 'file')} are back.`,
  )
  await verifyRestored(cli, manifest.journalHead)
}

interface Source {
  folder: string
  manifest: Manifest
  stores: StoreResolver
  databaseUrl: string
}

interface Filled {
  /** The number of files. */
  objects: number
  /** Tables that somebody else had made in the database. */
  foreign: ReadonlySet<string>
}

/** Restores files, tables and rows, all or nothing. */
async function fill(client: Client, { folder, manifest, stores, databaseUrl }: Source): Promise<Filled> {
  const reached: { filled?: Filled; transaction?: string } = {}
  try {
    return await inTransaction(client, async () => {
      await migrateEmpty(client, manifest.schema)
      const foreign = await listAbsent(client, manifest.tables)
      const isOurs = (table: BackupTable): boolean => !foreign.has(quotedTable(table))
      await fillTables(client, folder, manifest.tables.filter(isOurs))
      for (const { schema, name, last } of manifest.sequences)
        if (last !== null)
          await client.query('select setval(to_regclass($1), $2::bigint)', [
            quotedTable({ schema, name }),
            last,
          ])
      const objects = await putObjects(folder, manifest.objects.file, stores)
      reached.transaction = await readTransaction(client)
      return (reached.filled = { objects, foreign })
    })
  } catch (error) {
    // Files of a database that is restored must stay, also when nobody heard that it is.
    const { filled, transaction } = reached
    if (
      filled !== undefined &&
      isConnectionLost(error) &&
      (await isCommitted(databaseUrl, transaction ?? ''))
    )
      return filled
    await removeObjects(folder, manifest.objects.file, stores)
    throw error
  }
}

async function fillTables(client: Client, folder: string, tables: readonly BackupTable[]): Promise<void> {
  // PostgreSQL locks, as their owner, rows that refer to a deleted one, and the owner may not change append-only tables.
  const unchangeable = await listUnchangeable(client, tables)
  for (const table of unchangeable) await client.query(`grant update on ${table} to current_user`)
  // Rows inserted by migrations are part of the backup, in their latest state.
  for (const table of tables.toReversed()) await empty(client, table)
  for (const table of tables) {
    // So are rows that triggers inserted while earlier tables were filled, such as the words of agencies' names.
    await empty(client, table)
    const copy = client.query(from(`copy ${quotedTable(table)} (${copyColumns(table)}) from stdin`))
    await pipeline(createReadStream(join(folder, table.file)), createGunzip(), copy)
    if (copy.rowCount !== table.rows)
      throw new CliProblem(
        `${table.file} holds ${copy.rowCount} rows, not ${table.rows}. Nothing was restored.`,
      )
    await client.query(`analyze ${quotedTable(table)}`)
  }
  for (const table of unchangeable) await client.query(`revoke update on ${table} from current_user`)
}

async function empty(client: Client, table: BackupTable): Promise<void> {
  const name = quotedTable(table)
  if ((await client.query(`select from ${name} limit 1`)).rowCount !== 0)
    await client.query(`delete from ${name}`)
}

async function verifyRestored(cli: Cli, head: string | null): Promise<void> {
  const verdict = await verifyChain(readSeals(cli.db.read), rowsFromDatabase(cli.db.read), getSealKeys(cli), {
    head: head ?? undefined,
  })
  if (!verdict.intact)
    throw new CliProblem(
      `Everything is back, but the journal is NOT intact: seal ${verdict.sealId}: ${verdict.why}.`,
    )
  printLine(cli, `The journal is intact: ${sealedCount(verdict)}.`)
}
