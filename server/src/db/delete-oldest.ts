import type { OpenDatabase } from './open.ts'
import { type Column, query, statement } from './query.ts'
import type { Database } from './types.ts'

/** Deletes rows from before an instant, the oldest first, up to `limit`; returns how many. */
export type DeleteOldest = (write: OpenDatabase['write'], before: Date, limit: number) => Promise<number>

/** The deletion of a table's oldest rows: `at` is their time, `key` the columns of their key. */
export function makeDeleteOldest<Table extends keyof Database>(
  table: Table,
  { key, at }: { key: readonly Column<Table>[]; at: Column<Table> },
): DeleteOldest {
  const keys = key.join(', ')
  // Compared again: a row for which it waits may have become a newer one meanwhile.
  const deleteSql = statement<[before: Date, limit: number], { count: number }>(
    `delete_oldest_${table}`,
    `with deleted as (
  delete from ${table} where (${keys}) in (select ${keys} from ${table} where ${at} < $1 order by ${at} limit $2)
    and ${at} < $1 returning 1
) select count(*)::integer as count from deleted`,
  )
  return async (write, before, limit) => {
    const [deleted] = await query(write, deleteSql, [before, limit])
    return deleted?.count ?? 0
  }
}
