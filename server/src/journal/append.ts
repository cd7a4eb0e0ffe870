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

/** One thing that happened, before it is written down. */
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
export interface Circumstances {
  at: Date
  actor: Actor
  requestId: string | null
}

const insert = `insert into journal (at, actor_kind, actor, session_id, request_id, event, agency_id, subject, before, after, reason)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

/** Writes one row of the record, in the transaction of the change it tells of. */
export async function appendEntry(
  tx: Tx,
  { at, actor, requestId }: Circumstances,
  entry: NewEntry,
): Promise<void> {
  const by = entry.actor ?? actor
  const values = [
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
  await tx.executeQuery(CompiledQuery.raw(insert, values))
}
