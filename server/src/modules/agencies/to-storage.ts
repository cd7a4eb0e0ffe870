import type { Services } from '../../calls/context.ts'
import type { PlacedStore, StorageOf } from '../../providers/object-store.ts'
import type { AgencyRow } from './store.ts'

/** The settings that determine where an agency's files go. */
export function storageIn({
  agency_id: agencyId,
  pool_id: poolId,
  storage_mode: mode,
}: AgencyRow): StorageOf {
  return { agencyId, poolId, mode }
}

/** The stores that may receive an agency's new files. */
export function storesFor({ stores }: Services, row: AgencyRow): PlacedStore[] {
  return stores.forAgency(storageIn(row))
}
