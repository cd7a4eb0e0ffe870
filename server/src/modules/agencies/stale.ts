import type { Tx } from '../../db/open.ts'
import { type AgencyRow, findLastChange, type VersionedField } from './store.ts'

/** Who changed a field meanwhile, when, and the version with which the caller may overwrite it. */
export async function staleBy(
  { tx, now }: { tx: Tx; now: Date },
  row: AgencyRow,
  field: VersionedField,
): Promise<{ changedBy: string; changedAt: string; version: number }> {
  const last = await findLastChange(tx, row.agency_id, field)
  // Empty if a server of an older release, which may run at the same time, made the change.
  const { changed_by: by, changed_at: at } = last ?? { changed_by: null, changed_at: null }
  return {
    changedBy: by ?? 'Somebody else',
    changedAt: (at ?? now).toISOString(),
    version: row.version,
  }
}

/** Who changed the details of an agency meanwhile, and when. */
export async function lastDetailsBy(
  { tx, now }: { tx: Tx; now: Date },
  agencyId: number,
): Promise<{ changedBy: string; changedAt: string }> {
  const last = await findLastChange(tx, agencyId, 'details')
  const at = last?.changed_at ?? null
  // Without a time a server of an older release made the change.
  const nameless = at === null ? 'Somebody else' : 'The agency’s software'
  return { changedBy: last?.changed_by ?? nameless, changedAt: (at ?? now).toISOString() }
}
