import { CompiledQuery } from 'kysely'
import type { OpenDatabase } from '../src/db/open.ts'

/** Rows to be deleted: an insert with `$1` for their time and `$2` for their number. */
export interface OldRows {
  table: string
  insert: string
  number: number
  at: Date
}

/** Adds rows and deletes them by `work`; returns how many each transaction deleted, the most first. */
export async function countDeletions(
  { write }: OpenDatabase,
  { table, insert, number, at }: OldRows,
  work: () => Promise<void>,
): Promise<number[]> {
  const run = (text: string, values: unknown[] = []) =>
    write.executeQuery<{ rows: number }>(CompiledQuery.raw(text, values))
  await run(insert, [at, number])
  await run('create table deletion (transaction xid8 not null, rows integer not null)')
  await run(`create function note_deletion() returns trigger language plpgsql as
$$ begin insert into deletion select pg_current_xact_id(), count(*) from gone; return null; end $$`)
  await run(`create trigger note_deletion after delete on ${table} referencing old table as gone
for each statement execute function note_deletion()`)
  try {
    await work()
    const { rows } = await run(
      'select sum(rows)::integer as rows from deletion group by transaction having sum(rows) > 0 order by 1 desc',
    )
    return rows.map((deleted) => deleted.rows)
  } finally {
    await run('drop function note_deletion cascade')
    await run('drop table deletion')
  }
}
