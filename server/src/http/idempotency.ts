import { createHmac } from 'node:crypto'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Tx } from '../db/open.ts'
import type { Database } from '../db/types.ts'
import type { KeyRing } from '../key-ring.ts'
import { type Beside, firstBeside } from '../journal/append.ts'
import { HttpFailure, Refusal } from './refusal.ts'

/** A write's Idempotency-Key with what identifies the request it belongs to. */
export interface WriteKey {
  /** A person's staff id, or an agency's id as a negative number. */
  owner: number
  key: string
  call: string
  /** Digests of the body under each of the keys, one after another. */
  bodyHash: Buffer
}

const claimSql = `insert into idempotency (owner, key, call, body_hash, created_at) values ($1, $2, $3, $4, $5)
on conflict do nothing returning 1`
const answered = (first: number): string =>
  `insert into idempotency (owner, key, call, body_hash, created_at, answer)
values (${[0, 1, 2, 3, 4, 5].map((at) => `$${first + at}`).join(', ')})`
const answeredAlone = answered(1)
const answeredBeside = answered(firstBeside)
const earlierSql = 'select call, body_hash, answer from idempotency where owner = $1 and key = $2'
const keepSql = 'update idempotency set answer = $3 where owner = $1 and key = $2'
const dropSql = 'delete from idempotency where owner = $1 and key = $2 and answer is null'

/**
 * The key of a request, or undefined when it carries none. Throws 400 for one that is no key. The body is kept as
 * keyed digests: it may hold a password, which a plain one would let be guessed. One for each key, so that while keys
 * are being changed a repeated write is known by every process that shares one.
 */
export function writeKeyOf(
  header: string | string[] | undefined,
  { owner, call, body, secretKeys }: { owner: number; call: string; body: Buffer; secretKeys: KeyRing },
): WriteKey | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(header))
    throw new HttpFailure(400, 'Idempotency-Key must be 8 to 100 visible ASCII characters.')
  const digests = secretKeys.all.map(({ key }) => createHmac('sha256', key).update(body).digest())
  return { owner, key: header, call, bodyHash: Buffer.concat(digests) }
}

const digestBytes = 32

/** True when both were made from the same body under a key in common. */
function isSameBody(one: Buffer, other: Buffer): boolean {
  const digests = (hash: Buffer): string[] =>
    Array.from({ length: hash.length / digestBytes }, (_, at) =>
      hash.toString('hex', at * digestBytes, (at + 1) * digestBytes),
    )
  const known = digests(other)
  return digests(one).some((digest) => known.includes(digest))
}

/**
 * Writes a key down together with the answer, in the transaction of the change. Fails when the key is taken,
 * after waiting for the end of a transaction that is about to take it.
 */
export async function takeKey(tx: Tx, key: WriteKey, answer: string, now: Date): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(answeredAlone, answeredValues(key, answer, now)))
}

/** The same as `takeKey`, to be done by the statement of a journal row. */
export function keyBeside(key: WriteKey, answer: string, now: Date): Beside {
  return { sql: answeredBeside, values: answeredValues(key, answer, now) }
}

function answeredValues(key: WriteKey, answer: string, now: Date): unknown[] {
  return [key.owner, key.key, key.call, key.bodyHash, now, answer]
}

/**
 * Claims a key before anything is done, for a write that is more than one transaction.
 * Returns the earlier answer to give again, or undefined when this request is the first.
 */
export async function claimKey(db: Kysely<Database>, key: WriteKey, now: Date): Promise<string | undefined> {
  const values = [key.owner, key.key, key.call, key.bodyHash, now]
  const claimed = await db.executeQuery(CompiledQuery.raw(claimSql, values))
  if (claimed.rows.length > 0) return undefined
  const earlier = await earlierAnswer(db, key)
  if (earlier === undefined)
    throw new HttpFailure(503, 'Please try again.', { headers: { 'retry-after': '1' } })
  return earlier
}

/** The answer that was given under a key, or undefined when the key is free. Refuses a key of another request. */
export async function earlierAnswer(db: Kysely<Database>, key: WriteKey): Promise<string | undefined> {
  const { rows } = await db.executeQuery<{ call: string; body_hash: Buffer; answer: string | null }>(
    CompiledQuery.raw(earlierSql, [key.owner, key.key]),
  )
  const [earlier] = rows
  if (earlier === undefined) return undefined
  if (earlier.call !== key.call || !isSameBody(earlier.body_hash, key.bodyHash))
    throw new Refusal({ code: 422, message: 'This Idempotency-Key was used for another request.', data: [] })
  if (earlier.answer === null)
    throw new Refusal({
      code: 409,
      message: 'This request is still being carried out. Please wait.',
      data: [],
    })
  return earlier.answer
}

/** Keeps the answer under a claimed key. */
export async function keepAnswer(db: Kysely<Database>, key: WriteKey, answer: string): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(keepSql, [key.owner, key.key, answer]))
}

/** Lets go of a key whose request came to nothing. */
export async function dropKey(db: Kysely<Database>, key: WriteKey): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(dropSql, [key.owner, key.key]))
}
