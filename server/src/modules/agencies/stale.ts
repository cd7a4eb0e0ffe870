import type { Tx } from '../../db/open.ts'
import { type AgencyRow, lastChangeOf, type VersionedField } from './store.ts'

/** Who changed a field in the meantime, when, and the version that overwrites it knowingly. */
export async function staleBy(
  tx: Tx,
  row: AgencyRow,
  field: VersionedField,
): Promise<{ changedBy: string; changedAt: string; version: number }> {
  const last = await lastChangeOf(tx, row.agency_id, field)
  // A field's version only moves together with a journal row that holds the field.
  if (last === undefined)
    throw new Error(`agency ${row.agency_id} has a changed ${field} that the journal lacks`)
  return { changedBy: last.actor, changedAt: last.at.toISOString(), version: row.version }
}
