import type { Tx } from '../../db/open.ts'

/** A table that holds each event which agencies' software has reported once; all have the same columns. */
export type EventTable = 'certificate_event' | 'esignature_event' | 'marketplace_event'

/** An event as it was reported, with the time that counts for it. */
interface ReportedEvent {
  id: string
  kind: string
  at: string
  when: Date
}

/** Stores an agency's events in a module's table; returns the ids of those that were new. */
export async function insertEvents(
  tx: Tx,
  table: EventTable,
  agencyId: number,
  events: readonly (ReportedEvent & { clientId?: string })[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .insertInto(table)
    .values(
      events.map(({ id, kind, clientId, at, when }) => ({
        agency_id: agencyId,
        event_id: id,
        kind,
        told_at: at,
        at: when,
        // Only certificates are of a client.
        ...(clientId === undefined ? {} : { client_id: clientId }),
      })),
    )
    .onConflict((on) => on.doNothing())
    .returning('event_id')
    .execute()
  return new Set(rows.map(({ event_id }) => event_id))
}
