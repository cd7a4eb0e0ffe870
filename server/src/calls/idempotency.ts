import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { makeDeleteOldest } from '../db/delete-oldest.ts'
import type { Tx } from '../db/open.ts'
import { type Column, query, type Row, statement } from '../db/query.ts'
import type { Database } from '../db/types.ts'
import type { KeyRing } from '../settings/key-ring.ts'
import { carryInsert, type PiggybackedInsert } from '../journal/append.ts'
import { HttpFailure, Refusal } from './refusal.ts'

/** A write's Idempotency-Key, and what identifies the request it belongs to. */
export interface WriteKey {
  /** A person's staff id, or an agency's id as a negative number. */
  owner: number
  key: string
  call: string
  /** Digests of the body, one under each secret key, concatenated. */
  bodyHash: Buffer
}

const columns = [
  'owner',
  'key',
  'call',
  'body_hash',
  'created_at',
  'answer',
] as const satisfies readonly Column<'idempotency'>[]
const insertFrom = (first: number): string =>
  `insert into idempotency (${columns.join(', ')}) values (${columns.map((_, at) => `$${first + at}`).join(', ')})`
const takeKeySql = statement<unknown[]>('take_key', insertFrom(1))
const takeKeyWithEntrySql = carryInsert('take_key_with_entry', insertFrom)

/**
 * The Idempotency-Key of a request; undefined if it has none. Throws 400 for a malformed one. The body is stored as
 * keyed digests, because it may contain a password that a plain digest would let an attacker guess. There is one digest
 * per secret key, so that during a key change any process that shares a key recognises a repeated write.
 */
export function readWriteKey(
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

/** True if both were made from the same body; one key in common is enough. */
function isSameBody(one: Buffer, other: Buffer): boolean {
  const digests = (hash: Buffer): string[] =>
    Array.from({ length: hash.length / digestBytes }, (_, at) =>
      hash.toString('hex', at * digestBytes, (at + 1) * digestBytes),
    )
  const known = digests(other)
  return digests(one).some((digest) => known.includes(digest))
}

/**
 * Stores a key with the answer, in the transaction of the change. Fails if the key is taken, after waiting for any
 * transaction that is about to take it.
 */
export async function takeKey(tx: Tx, key: WriteKey, answer: string, now: Date): Promise<void> {
  await query(tx, takeKeySql, answeredValues(key, answer, now))
}

/** Like `takeKey`, but done by the statement that inserts a journal row. */
export function piggybackKey(key: WriteKey, answer: string, now: Date): PiggybackedInsert {
  return { carrier: takeKeyWithEntrySql, values: answeredValues(key, answer, now) }
}

function answeredValues(key: WriteKey, answer: string, now: Date): unknown[] {
  return [key.owner, key.key, key.call, key.bodyHash, now, answer]
}

const underWaySentence = 'This request is still being carried out. Please wait.'
const lostSentence =
  'No answer was kept of this request. Please look whether it was done before you try again.'
/** No request lasts this long: where an older key has no answer, its process died or the answer could not be stored. */
export const longestRequestMs = 120_000

/** What is stored of the request that has a key. */
type Earlier = Row<'idempotency', 'created_at' | 'answer'>

/** The request that has this key; undefined if the key is free. Refuses a key that belongs to another request. */
async function findEarlier(db: Kysely<Database>, key: WriteKey): Promise<Earlier | undefined> {
  const earlier = await db
    .selectFrom('idempotency')
    .select(['call', 'body_hash', 'created_at', 'answer'])
    .where('owner', '=', key.owner)
    .where('key', '=', key.key)
    .executeTakeFirst()
  if (earlier !== undefined && (earlier.call !== key.call || !isSameBody(earlier.body_hash, key.bodyHash)))
    throw new Refusal({ code: 422, message: 'This Idempotency-Key was used for another request.', data: [] })
  return earlier
}

/** True if the request ended and no answer is stored. */
function isLost({ answer, created_at: claimedAt }: Earlier, now: Date): boolean {
  return answer === null && now.getTime() - claimedAt.getTime() > longestRequestMs
}

/** The stored answer of a request. Refuses one that has none. */
function getAnswer(earlier: Earlier, now: Date): string {
  if (earlier.answer !== null) return earlier.answer
  throw new Refusal({ code: 409, message: isLost(earlier, now) ? lostSentence : underWaySentence, data: [] })
}

/**
 * Claims a key whose first request left no answer. Only for agencies' software: its calls are safe to repeat,
 * and it retries until it gets an answer. A person gets a refusal instead.
 */
async function takeOver(db: Kysely<Database>, key: WriteKey, earlier: Earlier, now: Date): Promise<boolean> {
  if (key.owner > 0 || !isLost(earlier, now)) return false
  const taken = await db
    .updateTable('idempotency')
    .set({ created_at: now })
    .where('owner', '=', key.owner)
    .where('key', '=', key.key)
    .where('answer', 'is', null)
    .where('created_at', '=', earlier.created_at)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

/**
 * Claims a key before any work, for a write that takes more than one transaction.
 * Returns the stored answer of an earlier request, or undefined if this is the first.
 */
export async function claimKey(db: Kysely<Database>, key: WriteKey, now: Date): Promise<string | undefined> {
  const claimed = await db
    .insertInto('idempotency')
    .values({ owner: key.owner, key: key.key, call: key.call, body_hash: key.bodyHash, created_at: now })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 1n) return undefined
  const earlier = await findEarlier(db, key)
  if (earlier === undefined)
    throw new HttpFailure(503, 'Please try again.', { headers: { 'retry-after': '1' } })
  return (await takeOver(db, key, earlier, now)) ? undefined : getAnswer(earlier, now)
}

/** The stored answer for a key, or undefined if the key is free. Refuses a key that belongs to another request. */
export async function earlierAnswer(
  db: Kysely<Database>,
  key: WriteKey,
  now: Date,
): Promise<string | undefined> {
  const earlier = await findEarlier(db, key)
  return earlier === undefined ? undefined : getAnswer(earlier, now)
}

/** Stores the answer under a claimed key. */
export async function keepAnswer(db: Kysely<Database>, key: WriteKey, answer: string): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ answer })
    .where('owner', '=', key.owner)
    .where('key', '=', key.key)
    .execute()
}

/** Releases a key whose request failed. */
export async function dropKey(db: Kysely<Database>, key: WriteKey): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('owner', '=', key.owner)
    .where('key', '=', key.key)
    .where('answer', 'is', null)
    .execute()
}

/** Deletes keys that were taken before an instant, with their answers, up to `limit`; returns how many. */
export const deleteAnswersBefore = makeDeleteOldest('idempotency', {
  key: ['owner', 'key'],
  at: 'created_at',
})
