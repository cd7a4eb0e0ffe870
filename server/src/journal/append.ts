import type { Tx } from '../db/open.ts'
import { type Column, query, type Statement, statement } from '../db/query.ts'

/** Who acted: a person, an agency's software, a provider, or the system itself. */
export interface Actor {
  kind: 'staff' | 'agency' | 'provider' | 'system'
  name: string
  sessionId: number | null
}

/** Plain values by field name; never a secret. */
export type Values = Readonly<Record<string, string | number | boolean | null>>

/** A journal row to be written. */
export interface NewEntry<E extends string = string> {
  event: E
  agencyId?: number
  subject?: string
  before?: Values
  after?: Values
  reason?: string
  /** Who acted, where the request does not say: at sign-in. */
  actor?: Actor
}

/** Fields shared by all journal rows of one request. */
export interface AuditContext {
  at: Date
  actor: Actor
  requestId: string | null
}

const columns = [
  'at',
  'actor_kind',
  'actor',
  'session_id',
  'request_id',
  'event',
  'agency_id',
  'subject',
  'before',
  'after',
  'reason',
] as const satisfies readonly Column<'journal'>[]
const insert = `insert into journal (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`
const appendSql = statement<unknown[]>('append_entry', insert)

/** Another insert in the statement of a journal row, which saves a round trip. */
export interface PiggybackedInsert {
  /** Made by `carryInsert`. */
  carrier: Statement<unknown[], unknown>
  values: readonly unknown[]
}

/** Declares the statement of a journal row with another insert, whose parameters are numbered from `first`. */
export function carryInsert(name: string, getSql: (first: number) => string): PiggybackedInsert['carrier'] {
  return statement(name, `with piggybacked as (${getSql(columns.length + 1)}) ${insert}`)
}

/** Writes one journal row, in the transaction of the change it records. */
export async function appendEntry(
  tx: Tx,
  auditContext: AuditContext,
  entry: NewEntry,
  piggybacked?: PiggybackedInsert,
): Promise<void> {
  const values = [...toValues(auditContext, entry), ...(piggybacked?.values ?? [])]
  await query(tx, piggybacked?.carrier ?? appendSql, values)
}

function toValues({ at, actor, requestId }: AuditContext, entry: NewEntry): unknown[] {
  const by = entry.actor ?? actor
  return [
    at,
    by.kind,
    by.name,
    by.sessionId,
    requestId,
    entry.event,
    entry.agencyId ?? null,
    entry.subject ?? null,
    // Undefined stays undefined, and becomes null in the table.
    JSON.stringify(entry.before),
    JSON.stringify(entry.after),
    entry.reason ?? null,
  ]
}
