import { sql, type SqlBool } from 'kysely'
import type { ReadDb } from '../../db/open.ts'
import type { Column, Row } from '../../db/query.ts'

/** The columns of an entry. */
export const columns = [
  'seq',
  'at',
  'actor_kind',
  'actor',
  'event',
  'agency_id',
  'subject',
  'before',
  'after',
  'reason',
  'session_id',
  'request_id',
] as const satisfies readonly Column<'journal'>[]

export type JournalRow = Row<'journal', (typeof columns)[number]>

// Spelled out, so that the planner recognises the partial index.
export const byPeople = `actor_kind in ('staff', 'system')`
const isByPeople = sql.raw<SqlBool>(byPeople)

/** Entries of one agency older than `before`, newest first; only these events. The limit is a literal, as in `scan`. */
export function agencyEntries(
  db: ReadDb,
  filter: {
    agencyId: number
    before: number | undefined
    events: readonly string[]
    by: 'people' | 'software' | undefined
    limit: number
  },
): Promise<JournalRow[]> {
  return db
    .selectFrom('journal')
    .select(columns)
    .where('agency_id', '=', filter.agencyId)
    .where(sql<SqlBool>`event = any(${filter.events})`)
    .$if(filter.by !== undefined, (query) =>
      filter.by === 'people' ? query.where(isByPeople) : query.where((of) => of.not(isByPeople)),
    )
    .$if(filter.before !== undefined, (query) => query.where('seq', '<', filter.before ?? 0))
    .orderBy('seq', 'desc')
    .limit(sql.lit(filter.limit))
    .execute()
}
