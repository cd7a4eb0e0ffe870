import { FieldValues, type JournalEntry, actorKinds } from '@agency-support/contract/modules/journal'
import type { JsonValue } from '../../db/types.ts'
import type { EntryColumn } from './search-store.ts'
import type { JournalRow } from './store.ts'

/** A journal row as its wire shape. */
export function entryView(row: JournalRow): JournalEntry {
  return {
    id: row.seq,
    at: row.at.toISOString(),
    actorKind: actorKinds.find((kind) => kind === row.actor_kind) ?? 'system',
    actor: row.actor,
    event: row.event,
    agencyId: row.agency_id,
    subject: row.subject,
    before: valuesView(row.before),
    after: valuesView(row.after),
    reason: row.reason,
    sessionId: row.session_id,
    requestId: row.request_id,
  }
}

function valuesView(values: JsonValue | null): FieldValues | null {
  return values === null ? null : FieldValues.parse(values)
}

/** The same fields by column, for searches, whose JSON the database writes. */
export const entryColumns: Record<keyof JournalEntry, EntryColumn> = {
  id: 'seq',
  at: 'instant',
  actorKind: 'actor_kind',
  actor: 'actor',
  event: 'event',
  agencyId: 'agency_id',
  subject: 'subject',
  before: 'before',
  after: 'after',
  reason: 'reason',
  sessionId: 'session_id',
  requestId: 'request_id',
}
