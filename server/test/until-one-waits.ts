import { sql } from 'kysely'
import type { Tx } from '../src/db/open.ts'
import type { Database } from '../src/db/types.ts'
import { until } from './until.ts'

/** Waits until another transaction, which uses this table, waits for a lock that this one holds. */
export function untilOneWaits(tx: Tx, table: keyof Database): Promise<void> {
  return until('the other one waits', async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks
      where not granted and pid in (select pid from pg_locks where relation = ${table}::regclass)`.execute(tx)
    return rows[0]?.waiting === 1
  })
}
