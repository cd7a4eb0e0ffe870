import { plusSeconds } from '../clock.ts'
import type { OpenDatabase, Tx } from '../db/open.ts'
import { appendEntry, type AuditContext } from '../journal/append.ts'
import type { Services } from './context.ts'

/** A person's refusals for one missing permission at one call are told in the journal at most this often. */
const hourSeconds = 60 * 60

/** A right that somebody was refused. */
export interface RefusedRight {
  staffId: number
  route: string
  missing: string
  auditContext: AuditContext
}

/**
 * Writes down that somebody was refused for a missing permission (D-04): the first time at once, those of the hour
 * after it as one number, for the journal is kept for good and nobody may fill it by asking again and again. In the
 * log alone while the database takes no changes, for the answer is the same.
 */
export async function recordRefusal(
  { db, committed, services }: { db: OpenDatabase; committed: () => void; services: Services },
  refused: RefusedRight,
): Promise<void> {
  try {
    const appended = await db.write.transaction().execute((tx) => countRefusal(tx, refused))
    if (appended) committed()
  } catch (error) {
    if (!services.unsaved.isRefused(error)) throw error
    const { route, missing, auditContext } = refused
    const { requestId, actor } = auditContext
    services.log.warn('refusal.unrecorded', { requestId, sessionId: actor.sessionId, route, missing })
  }
}

/** True when the journal was told. */
async function countRefusal(
  tx: Tx,
  { staffId, route, missing, auditContext }: RefusedRight,
): Promise<boolean> {
  const now = auditContext.at
  const { more, since } = await tx
    .insertInto('refused_right')
    .values({ staff_id: staffId, call: route, missing, since: now })
    .onConflict((on) =>
      on
        .columns(['staff_id', 'call', 'missing'])
        .doUpdateSet((row) => ({ more: row('refused_right.more', '+', 1) })),
    )
    .returning(['more', 'since'])
    .executeTakeFirstOrThrow()
  // A clock that was ahead once must not keep the hour open until it comes round again.
  const isOver = since <= plusSeconds(now, -hourSeconds) || since > now
  if (more > 0 && !isOver) return false
  const repeated = more > 0 ? { times: more, since: since.toISOString() } : {}
  const entry = { event: 'session.refused', subject: route, after: { missing, ...repeated } }
  await appendEntry(tx, auditContext, entry)
  if (more > 0)
    await tx
      .updateTable('refused_right')
      .set({ more: 0, since: now })
      .where('staff_id', '=', staffId)
      .where('call', '=', route)
      .where('missing', '=', missing)
      .execute()
  return true
}

/** Tells the journal the counts of hours that are over, and forgets them. */
export async function tellRefusals(db: OpenDatabase, now: Date): Promise<void> {
  await db.write.transaction().execute(async (tx) => {
    const over = await tx
      .deleteFrom('refused_right')
      .using('staff')
      .whereRef('staff.staff_id', '=', 'refused_right.staff_id')
      .where((eb) => eb.or([eb('since', '<=', plusSeconds(now, -hourSeconds)), eb('since', '>', now)]))
      .returning(['staff.username', 'call', 'missing', 'since', 'more'])
      .execute()
    for (const { username, call, missing, since, more } of over) {
      if (more === 0) continue
      const actor = { kind: 'staff', name: username, sessionId: null } as const
      const after = { missing, times: more, since: since.toISOString() }
      const entry = { event: 'session.refused', subject: call, after }
      await appendEntry(tx, { at: now, actor, requestId: null }, entry)
    }
  })
}
