import type { health } from '@agency-support/contract/modules/health'
import { StorageLocation } from '@agency-support/contract/rules/agency-files'
import type { Handler } from '../../calls/context.ts'
import { readSoftware, countWaiting } from '../agency-commands/public.ts'
import { type FileFacts, fileFacts } from '../agency-files/public.ts'

const dataSync = StorageLocation.clientFile

/** Facts of other modules about one agency; queried concurrently, so that they are pipelined. */
export const agency: Handler<typeof health.agency> = async ({ agencyId }, { db, now }) => {
  const [software, waiting, files] = await Promise.all([
    readSoftware(db, agencyId, now),
    countWaiting(db, agencyId),
    fileFacts(db, agencyId),
  ])
  return {
    agencyId,
    checkedAt: now.toISOString(),
    syncErrors: files.syncErrors,
    syncErrorsAt: files.syncErrorsAt?.toISOString() ?? null,
    tokenAt: files.token?.timestamp ?? null,
    lastSeenAt: software.lastSeenAt,
    queued: waiting.queued,
    oldestQueuedAt: waiting.oldestQueuedAt?.toISOString() ?? null,
    searchDifference: difference(files, StorageLocation.search),
    textingDifference: difference(files, StorageLocation.texting),
  }
}

/** Clients that a location has beyond those in Data Sync, as on Client Totals; null if a count is unknown. */
function difference({ totals }: FileFacts, location: number): number | null {
  const [here, there] = [totals.get(location), totals.get(dataSync)]
  if (here === undefined || there === undefined) return null
  return here.count - there.count
}
