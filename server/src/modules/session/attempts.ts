import { sql } from 'kysely'
import { plusSeconds } from '../../clock.ts'
import type { Tx } from '../../db/open.ts'

/** Failures of one submitted name within the window before it is locked, and for how long (D-12 and its sources). */
const mostFailures = 10
const windowSeconds = 15 * 60
const lockSeconds = 15 * 60

/**
 * Takes one of a name's attempts before the password is looked at, so that guesses made at once count too.
 * False when the name is locked or has none left.
 */
export async function takeAttempt(tx: Tx, nameHash: Buffer, now: Date): Promise<boolean> {
  const windowBegan = plusSeconds(now, -windowSeconds)
  const { rows } = await sql<{ failures: number; locked: boolean }>`
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
  return row !== undefined && !row.locked && row.failures <= mostFailures
}

/** Gives an attempt back that was right as far as it went: a second factor is asked for next. */
export async function giveBackAttempt(tx: Tx, nameHash: Buffer): Promise<void> {
  await tx
    .updateTable('sign_in_failure')
    .set((row) => ({ failures: row('failures', '-', 1) }))
    .where('name_hash', '=', nameHash)
    .where('failures', '>', 0)
    .where('locked_until', 'is', null)
    .execute()
}

/** Locks the name when this failure was its last attempt. */
export async function noteFailure(tx: Tx, nameHash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('sign_in_failure')
    .set({ locked_until: plusSeconds(now, lockSeconds) })
    .where('name_hash', '=', nameHash)
    .where('failures', '>=', mostFailures)
    .where('locked_until', 'is', null)
    .execute()
}

/** Forgets a name's failures after a success. */
export async function forgetFailures(tx: Tx, nameHash: Buffer): Promise<void> {
  await tx.deleteFrom('sign_in_failure').where('name_hash', '=', nameHash).execute()
}
