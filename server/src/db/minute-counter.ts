import type { OpenDatabase, ReadDb, Tx } from './open.ts'
import { query, type Row, statement } from './query.ts'

/** A count within the current minute. */
export interface InMinute {
  count: number
  /** Seconds until the next minute begins; at least 1. */
  secondsLeft: number
}

// A window that begins in the future comes from a wrong clock; it restarts now.
const countSql = statement<[key: string, now: Date, minuteBefore: Date], Counted>(
  'count_in_minute',
  `insert into sign_in_address (address, attempts, window_start) values ($1, 1, $2)
on conflict (address) do update set
  attempts = case when sign_in_address.window_start <= $3 then 1 else sign_in_address.attempts + 1 end,
  window_start = case when sign_in_address.window_start <= $3 then $2
                      else least(sign_in_address.window_start, $2) end
returning attempts, window_start`,
)

const presentSql = statement<[key: string, minuteBefore: Date], Counted>(
  'counted_in_minute',
  'select attempts, window_start from sign_in_address where address = $1 and window_start > $2',
)

type Counted = Row<'sign_in_address', 'attempts' | 'window_start'>

/** Increments the counter of a key, shared by all processes. */
export async function countInMinute(
  db: OpenDatabase['write'] | Tx,
  key: string,
  now: Date,
): Promise<InMinute> {
  const [row] = await query(db, countSql, [key, now, minuteBefore(now)])
  return toInMinute(row, now)
}

/** The count of a key, without incrementing it. */
export async function countedInMinute(db: ReadDb, key: string, now: Date): Promise<InMinute> {
  const [row] = await query(db, presentSql, [key, minuteBefore(now)])
  return toInMinute(row, now)
}

/** Deletes counters whose minute began before an instant, up to `limit`; returns how many. */
export async function deleteCountsBefore(
  write: OpenDatabase['write'],
  before: Date,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await write
    .deleteFrom('sign_in_address')
    // Not the oldest first: an index for that would burden every count.
    .where('address', 'in', (old) =>
      old.selectFrom('sign_in_address').select('address').where('window_start', '<', before).limit(limit),
    )
    .where('window_start', '<', before)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function toInMinute(row: Counted | undefined, now: Date): InMinute {
  if (row === undefined) return { count: 0, secondsLeft: 60 }
  const began = Math.min(row.window_start.getTime(), now.getTime())
  return { count: row.attempts, secondsLeft: Math.max(1, Math.ceil((began + 60_000 - now.getTime()) / 1000)) }
}

function minuteBefore(now: Date): Date {
  return new Date(now.getTime() - 60_000)
}
