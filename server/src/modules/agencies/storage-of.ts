import type { Services } from '../../http/context.ts'
import type { ObjectStore } from '../../providers/object-store.ts'
import type { AgencyRow } from './store.ts'

/** The stores that new files of an agency may go to. */
export function storesOf({ stores }: Services, row: AgencyRow): ObjectStore[] {
  const { agency_id: agencyId, pool_id: poolId, storage_mode: mode } = row
  return stores.forAgency({ agencyId, poolId, mode }).map(({ store }) => store)
}
