import { createHash } from 'node:crypto'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Tx } from '../db/open.ts'
import type { Database } from '../db/types.ts'
import { HttpFailure, Refusal } from './refusal.ts'

/** A write's Idempotency-Key with what identifies the request it belongs to. */
export interface WriteKey {
  staffId: number
  key: string
  call: string
  bodyHash: Buffer
}

const claimSql = `insert into idempotency (staff_id, key, call, body_hash, created_at) values ($1, $2, $3, $4, $5)
on conflict do nothing returning 1`
const earlierSql = 'select call, body_hash, answer from idempotency where staff_id = $1 and key = $2'
const keepSql = 'update idempotency set answer = $3 where staff_id = $1 and key = $2'
const dropSql = 'delete from idempotency where staff_id = $1 and key = $2 and answer is null'

/** The key of a request, or undefined when it carries none. Throws 400 for one that is no key. */
export function writeKeyOf(
  header: string | string[] | undefined,
  staffId: number,
  call: string,
  body: Buffer,
): WriteKey | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(header))
    throw new HttpFailure(400, 'Idempotency-Key must be 8 to 100 visible ASCII characters.')
  return { staffId, key: header, call, bodyHash: createHash('sha256').update(body).digest() }
}

/**
 * Claims a key before anything is done. A request with the same key waits here for the first one's commit.
 * Returns the earlier answer to give again, or undefined when this request is the first.
 */
export async function claimKey(
  db: Kysely<Database> | Tx,
  key: WriteKey,
  now: Date,
): Promise<string | undefined> {
  const claimed = await db.executeQuery(
    CompiledQuery.raw(claimSql, [key.staffId, key.key, key.call, key.bodyHash, now]),
  )
  if (claimed.rows.length > 0) return undefined
  const { rows } = await db.executeQuery<{ call: string; body_hash: Buffer; answer: string | null }>(
    CompiledQuery.raw(earlierSql, [key.staffId, key.key]),
  )
  const [earlier] = rows
  if (earlier === undefined)
    throw new HttpFailure(503, 'Please try again.', { headers: { 'retry-after': '1' } })
  if (earlier.call !== key.call || !earlier.body_hash.equals(key.bodyHash))
    throw new Refusal({ code: 422, message: 'This Idempotency-Key was used for another request.', data: [] })
  if (earlier.answer === null)
    throw new Refusal({
      code: 409,
      message: 'This request is still being carried out. Please wait.',
      data: [],
    })
  return earlier.answer
}

/** Keeps the answer beside the change it tells of. */
export async function keepAnswer(tx: Tx | Kysely<Database>, key: WriteKey, answer: string): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(keepSql, [key.staffId, key.key, answer]))
}

/** Lets go of a key whose request came to nothing. */
export async function dropKey(db: Kysely<Database>, key: WriteKey): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(dropSql, [key.staffId, key.key]))
}
