import type { ReadDb } from '../../db/open.ts'
import type { JsonValue } from '../../db/types.ts'

export interface JournalRow {
  seq: number
  at: Date
  actor_kind: string
  actor: string
  event: string
  agency_id: number | null
  subject: string | null
  before: JsonValue | null
  after: JsonValue | null
  reason: string | null
  session_id: number | null
  request_id: string | null
}

/** Entries of one agency older than `before`, newest first; only these events. */
export function agencyEntries(
  db: ReadDb,
  filter: { agencyId: number; before: number | undefined; events: readonly string[]; limit: number },
): Promise<JournalRow[]> {
  return db
    .selectFrom('journal')
    .select([
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
    ])
    .where('agency_id', '=', filter.agencyId)
    .where('event', 'in', filter.events)
    .$if(filter.before !== undefined, (query) => query.where('seq', '<', filter.before ?? 0))
    .orderBy('seq', 'desc')
    .limit(filter.limit)
    .execute()
}
