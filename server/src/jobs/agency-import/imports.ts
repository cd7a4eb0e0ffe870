import type { Client } from 'pg'
import { inTransaction } from '../../db/connection.ts'
import { advisoryLocks } from '../../db/locks.ts'

/** An import and its progress. */
export interface AgencyImport {
  importId: number
  /** Name of its file; SHA-256 of the file's bytes, null until it has been read. */
  file: string
  digest: Buffer | null
  state: 'reading' | 'merging' | 'done' | 'discarded'
  startedAt: Date
  endedAt: Date | null
  /** Agencies in the file, and lines that were refused. */
  agencies: number
  refused: number
  /** Agencies up to and including this id are merged. */
  mergedTo: number
  inserted: number
  updated: number
  unchanged: number
}

/** The columns of an import as {@link AgencyImport}. */
export const importFacts = `import_id as "importId", file, digest, state, started_at as "startedAt",
  ended_at as "endedAt", agencies, refused, merged_to as "mergedTo", inserted, updated, unchanged`

/** The number of agencies that an import has merged. */
export function countMerged({ inserted, updated, unchanged }: AgencyImport): number {
  return inserted + updated + unchanged
}

/** Takes the import lock for this connection until it ends; false if another connection holds it. */
export async function takeImportLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    advisoryLocks.import,
  ])
  return rows[0]?.taken === true
}

/** True while some process reads or merges an import. */
export async function isImportRunning(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())`,
    [advisoryLocks.import],
  )
  return rows.length > 0
}

/** The import that has not ended yet; undefined without one. */
export async function findOpenImport(client: Client): Promise<AgencyImport | undefined> {
  const { rows } = await client.query<AgencyImport>(
    `select ${importFacts} from agency_import where state in ('reading', 'merging')`,
  )
  return rows[0]
}

/** The latest import; undefined without one. */
export async function findLastImport(client: Client): Promise<AgencyImport | undefined> {
  const { rows } = await client.query<AgencyImport>(
    `select ${importFacts} from agency_import order by import_id desc limit 1`,
  )
  return rows[0]
}

/** Begins an import; returns its id. The caller holds the lock, and no other import may be open. */
export async function beginImport(client: Client, file: string, at: Date): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'insert into agency_import (file, started_at) values ($1, $2) returning import_id as id',
    [file, at],
  )
  return rows[0]?.id ?? 0
}

/** Marks the file as read and staged: from now on the import will be finished even if this process dies. */
export async function keepStage(
  client: Client,
  importId: number,
  { digest, refused }: { digest: Buffer; refused: number },
): Promise<AgencyImport> {
  const { rows } = await client.query<AgencyImport>(
    `update agency_import set state = 'merging', digest = $2, refused = $3,
       agencies = (select count(*) from agency_import_line)
     where import_id = $1 and state = 'reading' returning ${importFacts}`,
    [importId, digest, refused],
  )
  const [kept] = rows
  if (kept === undefined) throw new Error(`import ${importId} is not being read`)
  return kept
}

/** Deletes an import of which nothing was merged, with its staged lines. */
export async function dropImport(client: Client, importId: number): Promise<void> {
  await inTransaction(client, async () => {
    const { rowCount } = await client.query(
      `delete from agency_import where import_id = $1 and state = 'reading'`,
      [importId],
    )
    if (rowCount === 1) await client.query('delete from agency_import_line')
  })
}
