import type { Services } from '../../calls/context.ts'
import type { PlacedStore, StorageOf } from '../../providers/object-store.ts'
import type { AgencyRow } from './store.ts'

/** What an agency's configuration says about where its files go. */
export function storageIn({
  agency_id: agencyId,
  pool_id: poolId,
  storage_mode: mode,
}: AgencyRow): StorageOf {
  return { agencyId, poolId, mode }
}

/** The stores that new files of an agency may go to. */
export function storesFor({ stores }: Services, row: AgencyRow): PlacedStore[] {
  return stores.forAgency(storageIn(row))
}
