import type { Tx } from '../../db/open.ts'
import { type AgencyRow, findLastChange, type VersionedField } from './store.ts'

/** Who changed a field, or one of the details, and when. */
interface LastChange {
  changedBy: string
  changedAt: string | null
}

/** Who changed the details of an agency meanwhile, and when. */
export const lastDetailsBy = (tx: Tx, agencyId: number): Promise<LastChange> =>
  readLastChange(tx, agencyId, 'details')

/** Who changed a field meanwhile, when, and the version with which the caller may overwrite it. */
export async function staleBy(
  tx: Tx,
  { agency_id: agencyId, version }: AgencyRow,
  field: VersionedField,
): Promise<LastChange & { version: number }> {
  return { ...(await readLastChange(tx, agencyId, field)), version }
}

async function readLastChange(
  tx: Tx,
  agencyId: number,
  field: VersionedField | 'details',
): Promise<LastChange> {
  const last = await findLastChange(tx, agencyId, field)
  const at = last?.changed_at ?? null
  // Without a time it was a server of an older release, which may run at the same time.
  const nameless = at === null ? 'Somebody else' : 'The agency’s software'
  return { changedBy: last?.changed_by ?? nameless, changedAt: at?.toISOString() ?? null }
}
