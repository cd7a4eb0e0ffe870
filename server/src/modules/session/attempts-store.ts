import { makeDeleteOldest } from '../../db/delete-oldest.ts'
import { countedInMinute, countInMinute, type InMinute } from '../../db/minute-counter.ts'
import type { OpenDatabase, ReadDb, Tx } from '../../db/open.ts'
import { query, statement } from '../../db/query.ts'

/** A counter of attempts: of the name from anywhere, or a separate one for that name. */
export interface Counter {
  key: Buffer
  nameHash: Buffer
}

/** A counter's state after an attempt was counted. */
export interface Attempts {
  failures: number
  locked: boolean
}

const countAttemptSql = statement<
  [key: Buffer, ofName: Buffer | null, now: Date, windowBegan: Date, lockEnd: Date],
  Attempts
>(
  'count_attempt',
  `insert into sign_in_failure as f (name_hash, of_name, failures, window_start)
values ($1, $2, 1, $3)
on conflict (name_hash) do update set
  failures = case when f.locked_until > $3 then f.failures
                  when f.locked_until is not null or f.window_start <= $4 then 1
                  else f.failures + 1 end,
  window_start = case when f.locked_until > $3 then f.window_start
                      when f.locked_until is not null or f.window_start <= $4 then $3
                      else least(f.window_start, $3) end,
  locked_until = case when f.locked_until > $3 then least(f.locked_until, $5) end
returning failures, coalesce(locked_until > $3, false) as locked`,
)

/**
 * Counts an attempt as a failure until it succeeds. Failures before `windowBegan` or of an expired lock no longer
 * count; a locked counter counts nothing. A window or lock that a wrong clock put into the future begins now, so that
 * no lock reaches beyond `lockEnd`.
 */
export async function countAttempt(
  tx: Tx,
  { key, nameHash }: Counter,
  { now, windowBegan, lockEnd }: { now: Date; windowBegan: Date; lockEnd: Date },
): Promise<Attempts> {
  const ofName = key.equals(nameHash) ? null : nameHash
  const [row] = await query(tx, countAttemptSql, [key, ofName, now, windowBegan, lockEnd])
  if (row === undefined) throw new Error('a counted attempt has no row')
  return row
}

/** Takes back one attempt, unless the counter is locked. */
export async function giveBackAttempt(tx: Tx, { key }: Counter): Promise<void> {
  await tx
    .updateTable('sign_in_failure')
    .set((row) => ({ failures: row('failures', '-', 1) }))
    .where('name_hash', '=', key)
    .where('failures', '>', 0)
    .where('locked_until', 'is', null)
    .execute()
}

/** Locks a counter with this many failures; true if it was not locked before. */
export async function lockCounter(
  tx: Tx,
  { key }: Counter,
  { failures, until }: { failures: number; until: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('sign_in_failure')
    .set({ locked_until: until })
    .where('name_hash', '=', key)
    .where('failures', '>=', failures)
    .where('locked_until', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Deletes the failures and the lock of one counter. */
export async function deleteCounter(tx: Tx, { key }: Counter): Promise<void> {
  await tx.deleteFrom('sign_in_failure').where('name_hash', '=', key).execute()
}

/** Deletes the failures and locks of all counters of a name; true if there were any. */
export async function deleteCounters(tx: Tx, nameHash: Buffer): Promise<boolean> {
  const result = await tx
    .deleteFrom('sign_in_failure')
    .where((row) => row.or([row('name_hash', '=', nameHash), row('of_name', '=', nameHash)]))
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Deletes the counters whose window began before an instant, up to `limit`; returns how many. */
export const deleteCountersBefore = makeDeleteOldest('sign_in_failure', {
  key: ['name_hash'],
  at: 'window_start',
})

/** Until when a counter is locked; undefined if it is not. */
export async function lockedUntil(db: ReadDb, { key }: Counter, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('sign_in_failure')
    .select('locked_until')
    .where('name_hash', '=', key)
    .where('locked_until', '>', now)
    .executeTakeFirst()
  return row?.locked_until ?? undefined
}

/** Those of these name digests, in hex, that have a counter locked at an instant. */
export async function lockedAmong(
  db: ReadDb | Tx,
  hashes: readonly Buffer[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sign_in_failure')
    .select(['name_hash', 'of_name'])
    .where((row) => row.or([row('name_hash', 'in', [...hashes]), row('of_name', 'in', [...hashes])]))
    .where('locked_until', '>', now)
    .execute()
  return new Set(rows.map((row) => (row.of_name ?? row.name_hash).toString('hex')))
}

/** The key that counts all failed sign-ins; cannot collide with the keys of networks. */
const allFailures = 'all failures'

/** Counts a failed sign-in, whatever the name and address. */
export async function countFailedSignIn(tx: Tx, now: Date): Promise<void> {
  await countInMinute(tx, allFailures, now)
}

/** The failed sign-ins of the current minute. */
export function failedInMinute(db: ReadDb, now: Date): Promise<InMinute> {
  return countedInMinute(db, allFailures, now)
}

/** Changes an unused row; throws while the database accepts no changes. */
export async function requireWritable({ write }: OpenDatabase, now: Date): Promise<void> {
  await countInMinute(write, 'probe', now)
}
