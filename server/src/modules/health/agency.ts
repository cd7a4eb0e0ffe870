import type { health } from '@agency-support/contract/modules/health'
import { AgencyDomain, StorageLocation } from '@agency-support/contract/rules/agency-files'
import type { Handler } from '../../calls/context.ts'
import { readDomains } from '../agencies/public.ts'
import { readSoftware, countWaiting } from '../agency-commands/public.ts'
import { type FileFacts, fileFacts } from '../agency-files/public.ts'

const dataSync = StorageLocation.clientFile
/** Stores beside Data Sync, and the bit by which an agency uses each. */
const search = { location: StorageLocation.search, domain: AgencyDomain.search } as const
const texting = { location: StorageLocation.texting, domain: AgencyDomain.texting } as const

/** Facts of other modules by the key of one agency; asked for at once, they travel to the database together. */
export const agency: Handler<typeof health.agency> = async ({ agencyId }, { db, now }) => {
  const [software, waiting, files, domains] = await Promise.all([
    readSoftware(db, agencyId, now),
    countWaiting(db, agencyId),
    fileFacts(db, agencyId),
    readDomains(db, agencyId),
  ])
  return {
    agencyId,
    checkedAt: now.toISOString(),
    syncErrors: files.syncErrors,
    tokenAt: files.token?.timestamp ?? null,
    lastSeenAt: software.lastSeenAt,
    queued: waiting.queued,
    oldestQueuedAt: waiting.oldestQueuedAt?.toISOString() ?? null,
    searchDifference: difference(files, domains, search),
    textingDifference: difference(files, domains, texting),
  }
}

type Store = typeof search | typeof texting

/** How many clients a store holds beyond those in Data Sync; null without that store, or while one is unknown. */
function difference({ totals }: FileFacts, domains: number, { location, domain }: Store): number | null {
  const [here, there] = [totals.get(location), totals.get(dataSync)]
  if ((domains & domain) === 0 || here === undefined || there === undefined) return null
  return here.count - there.count
}
