import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import { type Background, repeat } from '../../lib/background.ts'
import { plusSeconds } from '../../lib/clock.ts'
import { inBatches } from '../../lib/in-batches.ts'
import type { OpenDatabase } from '../../db/open.ts'
import type { JobParts } from '../../jobs/job-parts.ts'
import { errorFacts, type Log } from '../../lib/log.ts'
import type { StoreResolver } from '../../providers/object-store.ts'
import { Spool } from './spool.ts'
import { type FileObject, listLeftoversBefore, settleLeftovers } from './store.ts'
import { removeObject } from './stored-file.ts'
import { dropUploadsBefore } from './upload-store.ts'

const hourSeconds = 60 * 60
/** After this time no download of an old version and no copy of an upload can still be running. */
const leftoverSeconds = 6 * hourSeconds
/** Finished uploads are kept this long too, so that a lost answer can be requested again. */
const { uploadSeconds } = protocolNumbers
const objectsAtOnce = 500
const everyMs = 10 * 60 * 1000

export interface RetentionParts {
  db: OpenDatabase
  stores: StoreResolver
  spool: Spool
  log: Log
}

/** Deletes objects that belong to no file, and abandoned uploads. */
export async function deleteOldFiles(parts: RetentionParts, now: Date, signal?: AbortSignal): Promise<void> {
  const limits = { limit: objectsAtOnce, signal }
  const before = plusSeconds(now, -uploadSeconds)
  await inBatches((limit) => dropSomeUploads(parts, before, limit), limits)
  await inBatches((limit) => removeSomeLeftovers(parts, now, limit, signal), limits)
}

/** Returns how many. */
function dropSomeUploads({ db, spool }: RetentionParts, before: Date, limit: number): Promise<number> {
  return db.write.transaction().execute(async (tx) => {
    const dropped = await dropUploadsBefore(tx, before, limit)
    // Of finished ones too, whose process may have ended before it removed the bytes; and before the commit, because
    // nobody would find the bytes of a forgotten upload.
    for (const uploadId of dropped) await spool.remove(uploadId)
    return dropped.length
  })
}

/** Returns how many were tried. One that cannot be deleted is postponed, so that it does not block the others. */
async function removeSomeLeftovers(
  { db, stores, log }: RetentionParts,
  now: Date,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const some = await listLeftoversBefore(db.read, plusSeconds(now, -leftoverSeconds), limit)
  const gone: FileObject[] = []
  const stuck: FileObject[] = []
  for (const object of some) {
    // A store that does not answer may hold each of them up for a minute.
    if (signal?.aborted === true) break
    try {
      await removeObject(stores, object)
      gone.push(object)
    } catch (error) {
      log.warn('files.retention', errorFacts(error))
      stuck.push(object)
    }
  }
  await db.write.transaction().execute((tx) => settleLeftovers(tx, { gone, stuck, at: now }))
  return gone.length + stuck.length
}

/** Runs retention every ten minutes. */
export function startFileRetention({ db, stores, config, clock, log }: JobParts): Background {
  const spool = new Spool(config.files.spool)
  const work = (signal: AbortSignal): Promise<void> =>
    deleteOldFiles({ db, stores, spool, log }, clock.now(), signal)
  return repeat('files.retention', { everyMs, log, work })
}
