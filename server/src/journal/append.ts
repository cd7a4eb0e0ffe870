import { CompiledQuery } from 'kysely'
import type { Tx } from '../db/open.ts'

/** Who did it: a person, an agency's software, a provider, or this system. */
export interface Actor {
  kind: 'staff' | 'agency' | 'provider' | 'system'
  name: string
  sessionId: number | null
}

/** Plain values by field name; never a secret. */
export type Values = Readonly<Record<string, string | number | boolean | null>>

/** A journal row before it is written. */
export interface NewEntry<E extends string = string> {
  event: E
  agencyId?: number
  subject?: string
  before?: Values
  after?: Values
  reason?: string
  /** Who acted, where the request itself does not tell: at sign-in. */
  actor?: Actor
}

/** What all entries of one request share. */
export interface AuditContext {
  at: Date
  actor: Actor
  requestId: string | null
}

const insert = `insert into journal (at, actor_kind, actor, session_id, request_id, event, agency_id, subject, before, after, reason)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

/** Another change that is made by the same statement as an entry, which saves a turn to the database. */
export interface Beside {
  /** An insert or update without an answer; its parameters are numbered from `firstBeside` on. */
  sql: string
  values: readonly unknown[]
}
export const firstBeside = 12

/** Writes one journal row, in the transaction of the change it records. */
export async function appendEntry(
  tx: Tx,
  auditContext: AuditContext,
  entry: NewEntry,
  beside?: Beside,
): Promise<void> {
  const values = valuesOf(auditContext, entry)
  if (beside === undefined) await tx.executeQuery(CompiledQuery.raw(insert, values))
  else
    await tx.executeQuery(
      CompiledQuery.raw(`with beside as (${beside.sql}) ${insert}`, [...values, ...beside.values]),
    )
}

function valuesOf({ at, actor, requestId }: AuditContext, entry: NewEntry): unknown[] {
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
    entry.before === undefined ? null : JSON.stringify(entry.before),
    entry.after === undefined ? null : JSON.stringify(entry.after),
    entry.reason ?? null,
  ]
}
