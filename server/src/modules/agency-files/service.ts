import type { FileTotals, MultifolderToken } from '@agency-support/contract/modules/agency-file-shapes'
import type { ProducedFile } from '@agency-support/contract/modules/queued-command'
import pMap from 'p-map'
import type { ReadDb, Tx } from '../../db/open.ts'
import type { StoreResolver } from '../../providers/object-store.ts'
import { countSyncErrors, findToken, listTotals } from './facts-store.ts'
import type { FileObject } from './store.ts'
import { removeObject } from './stored-file.ts'
import { listFinishedUploads } from './upload-store.ts'
import { tokensView, totalsView } from './view.ts'

/** Those of an agency's uploads that have arrived; unknown ids and other agencies' uploads are left out. */
export async function filesOfUploads(
  db: ReadDb | Tx,
  agencyId: number,
  uploadIds: readonly string[],
): Promise<ProducedFile[]> {
  const rows = await listFinishedUploads(db, agencyId, uploadIds)
  return rows.map(({ kind, name, location, client_id: clientId }) => ({ kind, name, location, clientId }))
}

/** The facts from an agency's files that its health depends on. */
export interface FileFacts {
  syncErrors: number
  /** When the software last reported them; null for never. */
  syncErrorsAt: Date | null
  /** Null without a token file or a successful renewal. */
  token: MultifolderToken | null
  /** Reported counts by storage location. */
  totals: ReadonlyMap<number, FileTotals>
}

/** Reads the facts from an agency's files that its health depends on. */
export async function fileFacts(db: ReadDb, agencyId: number): Promise<FileFacts> {
  const [counted, token, totals] = await Promise.all([
    countSyncErrors(db, agencyId),
    findToken(db, agencyId),
    listTotals(db, agencyId),
  ])
  return {
    syncErrors: counted.errors,
    syncErrorsAt: counted.told_at,
    token: token === undefined ? null : tokensView(token).current,
    totals: new Map(totals.map((row) => [row.location, totalsView(row)])),
  }
}

/** Few enough to leave the store to others. */
const parallelRemovals = 8

/** Deletes objects from their stores; missing ones are fine. Throws StoreError. */
export async function removeFromStores(stores: StoreResolver, objects: readonly FileObject[]): Promise<void> {
  await pMap(objects, (object) => removeObject(stores, object), { concurrency: parallelRemovals })
}
