import type { FileTotals, MultifolderToken } from '@agency-support/contract/modules/agency-file-shapes'
import type { Background } from '../../background.ts'
import type { ServerConfig } from '../../config.ts'
import type { Clock } from '../../clock.ts'
import type { OpenDatabase, ReadDb, Tx } from '../../db/open.ts'
import type { Log } from '../../log.ts'
import type { StoreResolver } from '../../providers/object-store.ts'
import { countClients, countSyncErrors, findToken, listTotals } from './facts-store.ts'
import { Spool } from './spool.ts'
import { startRetention } from './retention.ts'
import { finishedUploads } from './upload-store.ts'
import { tokensView, totalsView } from './view.ts'

/** A file that arrived, as it can be asked for. */
export interface ArrivedFile {
  uploadId: string
  kind: string
  name: string
  location: number
  /** Eight digits for a client file, else empty. */
  clientId: string
}

/** Those of an agency's uploads that have arrived; what it never sent, or another agency did, is left out. */
export async function filesOfUploads(
  db: ReadDb | Tx,
  agencyId: number,
  uploadIds: readonly string[],
): Promise<ArrivedFile[]> {
  const rows = await finishedUploads(db, agencyId, uploadIds)
  return rows.map((row) => ({
    uploadId: row.upload_id,
    kind: row.kind,
    name: row.name,
    location: row.location,
    clientId: row.client_id,
  }))
}

/** What an agency's files say about its health. */
export interface FileFacts {
  syncErrors: number
  /** When the software last told them; null when never. */
  syncErrorsAt: Date | null
  /** Null when there is no token file, or none that worked. */
  token: MultifolderToken | null
  /** The last renewal that failed; null when none did. */
  lastFailure: MultifolderToken | null
  hasTokenFile: boolean
  /** Counts by storage location, those that the agency's software has sent. */
  totals: ReadonlyMap<number, FileTotals>
  /** When they were counted; null when never. */
  countedAt: Date | null
}

/** Reads the facts about an agency's files that tell whether it is well. */
export async function fileFacts(db: ReadDb, agencyId: number): Promise<FileFacts> {
  const [counted, token, totals] = await Promise.all([
    countSyncErrors(db, agencyId),
    findToken(db, agencyId),
    listTotals(db, agencyId),
  ])
  const tokens = token === undefined ? undefined : tokensView(token)
  return {
    syncErrors: counted.errors,
    syncErrorsAt: counted.told_at,
    token: tokens?.current ?? null,
    lastFailure: tokens?.lastFailure ?? null,
    hasTokenFile: tokens !== undefined,
    totals: new Map(totals.map((row) => [row.location, totalsView(row)])),
    countedAt: totals[0]?.counted_at ?? null,
  }
}

/** Keeps stores and spool free of what belongs to no file. */
export function startFileRetention(parts: {
  db: OpenDatabase
  stores: StoreResolver
  config: ServerConfig
  clock: Clock
  log: Log
}): Background {
  const { db, stores, config, clock, log } = parts
  return startRetention({ db, stores, spool: new Spool(config.files.spool), log }, clock)
}

/** How many clients all agencies have in Data Sync. */
export function readClientTotal(db: ReadDb): Promise<number> {
  return countClients(db)
}
