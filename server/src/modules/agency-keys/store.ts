import type { ReadDb, Tx } from '../../db/open.ts'
import { query, type Row, statement } from '../../db/query.ts'

/** Facts about an agency's key, without its digest. */
export type KeyRow = Row<'agency_key', 'rotated_at' | 'last_used_at' | 'previous_until'>

const findKeySql = statement<[agencyId: number], KeyRow>(
  'find_key_facts',
  'select rotated_at, last_used_at, previous_until from agency_key where agency_id = $1',
  { byKey: true },
)

/** The key of an agency; undefined without one. */
export async function findKey(db: ReadDb | Tx, agencyId: number): Promise<KeyRow | undefined> {
  const [row] = await query(db, findKeySql, [agencyId])
  return row
}

const insertKeySql = statement<[agencyId: number, keyHash: Buffer, at: Date]>(
  'insert_agency_key',
  `insert into agency_key (agency_id, key_hash, rotated_at)
select agency_id, $2, $3 from agency where agency_id = $1 on conflict do nothing returning 1`,
)

/** Inserts an agency's first key; false if it has one, or does not exist. */
export async function insertKey(
  tx: Tx,
  { agencyId, keyHash, at }: { agencyId: number; keyHash: Buffer; at: Date },
): Promise<boolean> {
  return (await query(tx, insertKeySql, [agencyId, keyHash, at])).length > 0
}

const replaceKeySql = statement<[agencyId: number, keyHash: Buffer, at: Date, previousUntil: Date]>(
  'replace_agency_key',
  // A key that was replaced before its first use is one that nobody entered: the software still uses the one before.
  // A use is saved up to two seconds after it.
  `update agency_key set key_hash = $2,
  previous_hash = case when last_used_at is null and previous_until > $3 then previous_hash else key_hash end,
  previous_until = $4, rotated_at = $3, last_used_at = null
where agency_id = $1 returning 1`,
)

/** Replaces an agency's key; the one in use stays valid until `previousUntil`. False without a key. */
export async function replaceKey(
  tx: Tx,
  key: { agencyId: number; keyHash: Buffer; at: Date; previousUntil: Date },
): Promise<boolean> {
  const { agencyId, keyHash, at, previousUntil } = key
  return (await query(tx, replaceKeySql, [agencyId, keyHash, at, previousUntil])).length > 0
}

const deleteKeySql = statement<[agencyId: number]>(
  'delete_agency_key',
  'delete from agency_key where agency_id = $1 returning 1',
)

/** Deletes an agency's keys; false without any. */
export async function deleteKey(tx: Tx, agencyId: number): Promise<boolean> {
  return (await query(tx, deleteKeySql, [agencyId])).length > 0
}
