import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, systemClock } from '../lib/clock.ts'
import type { FileSettings } from '../settings/files.ts'
import { BlobStore } from './blob-store.ts'
import { FileStore } from './file-store.ts'
import type { ObjectStore, Place, PlacedStore, StorageOf, StoreResolver } from './object-store.ts'
import { StoreChecks } from './store-checks.ts'

/** Name of the container in an agency's own account. */
const agencyContainer = 'agency-files'

/** The kinds of accounts for new files in each storage mode, the first choice first. */
const kindsByMode: readonly (readonly ('pool' | 'agency')[])[] = [
  ['agency'],
  ['pool'],
  ['pool', 'agency'],
  ['pool'],
  ['pool', 'agency'],
]

/** Creates the stores from the settings. */
export function createStores({ kept }: FileSettings, clock: Clock = systemClock): StoreResolver {
  const checks = new StoreChecks(clock)
  const at = (place: Place): ObjectStore => {
    const [, kind, number = ''] = /^(pool|agency) (\d{1,10})$/.exec(place) ?? []
    if (kind === undefined) throw new Error(`not the name of a store: ${place}`)
    const isPool = kind === 'pool'
    if (kept.in === 'folder')
      return new FileStore(join(kept.folder, isPool ? `pool${number}` : `agency${number.padStart(8, '0')}`))
    return isPool
      ? new BlobStore(kept.poolConnection, `pool-${number}`)
      : new BlobStore(getConnection(kept.agencyConnections, number), agencyContainer)
  }
  const placed = (place: Place): PlacedStore => ({ place, store: at(place) })
  return {
    at,
    forAgency: ({ agencyId, poolId, mode }: StorageOf) =>
      (kindsByMode[mode] ?? []).map((kind) => placed(`${kind} ${kind === 'pool' ? poolId : agencyId}`)),
    check: (one) => checks.check(one),
    setUp: async ({ place, store }) => {
      await store.setUp()
      checks.forget(place)
    },
  }
}

/** Read each time, so that a rotated secret takes effect at once; unusable text for an agency without one. */
function getConnection(folder: string, agencyId: string): string {
  try {
    return readFileSync(join(folder, agencyId.padStart(8, '0')), 'utf8').trim()
  } catch {
    return ''
  }
}
