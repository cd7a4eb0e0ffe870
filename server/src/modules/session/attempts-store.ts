import { sql } from 'kysely'
import type { ReadDb, Tx } from '../../db/open.ts'

/** What is known of a submitted name after an attempt was counted. */
export interface Attempts {
  failures: number
  locked: boolean
}

/**
 * Counts an attempt as a failure of its name until it turns out otherwise. What began before `windowBegan` or led
 * to a lock that is over counts no more; a locked name counts none.
 */
export async function countAttempt(
  tx: Tx,
  { nameHash, now, windowBegan }: { nameHash: Buffer; now: Date; windowBegan: Date },
): Promise<Attempts> {
  const { rows } = await sql<Attempts>`
    insert into sign_in_failure as f (name_hash, failures, window_start) values (${nameHash}, 1, ${now})
    on conflict (name_hash) do update set
      failures = case when f.locked_until > ${now} then f.failures
                      when f.locked_until is not null or f.window_start <= ${windowBegan} then 1
                      else f.failures + 1 end,
      window_start = case when f.locked_until > ${now} then f.window_start
                          when f.locked_until is not null or f.window_start <= ${windowBegan} then ${now}
                          else f.window_start end,
      locked_until = case when f.locked_until > ${now} then f.locked_until end
    returning failures, coalesce(locked_until > ${now}, false) as locked`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('a counted attempt has no row')
  return row
}

/** Takes one counted attempt back, unless the name is locked. */
export async function uncountAttempt(tx: Tx, nameHash: Buffer): Promise<void> {
  await tx
    .updateTable('sign_in_failure')
    .set((row) => ({ failures: row('failures', '-', 1) }))
    .where('name_hash', '=', nameHash)
    .where('failures', '>', 0)
    .where('locked_until', 'is', null)
    .execute()
}

/** Locks a name that has failed this often, unless it is locked. */
export async function lockName(
  tx: Tx,
  { nameHash, failures, until }: { nameHash: Buffer; failures: number; until: Date },
): Promise<void> {
  await tx
    .updateTable('sign_in_failure')
    .set({ locked_until: until })
    .where('name_hash', '=', nameHash)
    .where('failures', '>=', failures)
    .where('locked_until', 'is', null)
    .execute()
}

/** Forgets the failures of a name and its lock; true when there were any. */
export async function deleteFailures(tx: Tx, nameHash: Buffer): Promise<boolean> {
  const result = await tx.deleteFrom('sign_in_failure').where('name_hash', '=', nameHash).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Those of these digests, in hex, whose names are locked at an instant. */
export async function lockedAmong(
  db: ReadDb | Tx,
  hashes: readonly Buffer[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sign_in_failure')
    .select('name_hash')
    .where('name_hash', 'in', [...hashes])
    .where('locked_until', '>', now)
    .execute()
  return new Set(rows.map(({ name_hash: hash }) => hash.toString('hex')))
}
