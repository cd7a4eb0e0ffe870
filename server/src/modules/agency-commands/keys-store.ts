import { rowsOf, type Tx } from '../../db/open.ts'

const rotate = `insert into agency_key (agency_id, key_hash, rotated_at)
select agency_id, $2, $3 from agency where agency_id = $1
on conflict (agency_id) do update set key_hash = excluded.key_hash, previous_hash = agency_key.key_hash,
  previous_until = $4, rotated_at = excluded.rotated_at
returning 1`

/** Gives an agency a new key; the one before it holds until `previousUntil`. False when there is no such agency. */
export async function rotateKey(
  tx: Tx,
  key: { agencyId: number; keyHash: Buffer; at: Date; previousUntil: Date },
): Promise<boolean> {
  const rows = await rowsOf(tx, rotate, [key.agencyId, key.keyHash, key.at, key.previousUntil])
  return rows.length > 0
}
