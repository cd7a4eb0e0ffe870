import type { Client } from 'pg'
import { inTransaction } from '../../db/connection.ts'
import { advisoryLocks } from '../../db/locks.ts'

/** An import and how far it is. */
export interface AgencyImport {
  importId: number
  /** Name of its file, and the SHA-256 of its bytes once it is read. */
  file: string
  digest: Buffer | null
  state: 'reading' | 'merging' | 'done' | 'discarded'
  startedAt: Date
  endedAt: Date | null
  /** How many agencies the file holds, and how many of its lines were refused. */
  agencies: number
  refused: number
  /** Agencies up to this id are merged. */
  mergedTo: number
  inserted: number
  updated: number
  unchanged: number
}

/** The columns of an import as {@link AgencyImport}. */
export const importFacts = `import_id as "importId", file, digest, state, started_at as "startedAt",
  ended_at as "endedAt", agencies, refused, merged_to as "mergedTo", inserted, updated, unchanged`

/** How many agencies of an import are merged. */
export function countMerged({ inserted, updated, unchanged }: AgencyImport): number {
  return inserted + updated + unchanged
}

/** True when this connection, until it ends, is the one that imports; false while another one is. */
export async function takeImportLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    advisoryLocks.import,
  ])
  return rows[0]?.taken === true
}

/** True while some process reads or merges. */
export async function isImportRunning(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())`,
    [advisoryLocks.import],
  )
  return rows.length > 0
}

/** The import that is not over yet. */
export async function findOpenImport(client: Client): Promise<AgencyImport | undefined> {
  const { rows } = await client.query<AgencyImport>(
    `select ${importFacts} from agency_import where state in ('reading', 'merging')`,
  )
  return rows[0]
}

/** The import that was begun last. */
export async function findLastImport(client: Client): Promise<AgencyImport | undefined> {
  const { rows } = await client.query<AgencyImport>(
    `select ${importFacts} from agency_import order by import_id desc limit 1`,
  )
  return rows[0]
}

/** Begins an import; its id. The lock must be held and no other import be open. */
export async function beginImport(client: Client, file: string, at: Date): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'insert into agency_import (file, started_at) values ($1, $2) returning import_id as id',
    [file, at],
  )
  return rows[0]?.id ?? 0
}

/** The file is read and staged: from now on the import is finished even when this process dies. */
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

/** Forgets an import of which nothing was merged, with all it has staged. */
export async function dropImport(client: Client, importId: number): Promise<void> {
  await inTransaction(client, async () => {
    const { rowCount } = await client.query(
      `delete from agency_import where import_id = $1 and state = 'reading'`,
      [importId],
    )
    if (rowCount === 1) await client.query('delete from agency_import_line')
  })
}
