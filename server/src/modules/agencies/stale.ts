import type { Tx } from '../../db/open.ts'
import { type AgencyRow, findLastChange, type VersionedField } from './store.ts'

/** Who changed a field in the meantime, when, and the version that overwrites it knowingly. */
export async function staleBy(
  { tx, now }: { tx: Tx; now: Date },
  row: AgencyRow,
  field: VersionedField,
): Promise<{ changedBy: string; changedAt: string; version: number }> {
  const last = await findLastChange(tx, row.agency_id, field)
  // A server of the release before these columns, which may run beside this one, leaves them empty.
  const { changed_by: by, changed_at: at } = last ?? { changed_by: null, changed_at: null }
  return {
    changedBy: by ?? 'Somebody else',
    changedAt: (at ?? now).toISOString(),
    version: row.version,
  }
}
