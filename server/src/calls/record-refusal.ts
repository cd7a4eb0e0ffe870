import { plusSeconds } from '../lib/clock.ts'
import { inBatches } from '../lib/in-batches.ts'
import type { OpenDatabase, Tx } from '../db/open.ts'
import { appendEntry, type AuditContext } from '../journal/append.ts'
import type { Services } from './context.ts'

/** Refusals of one person for one missing permission at one call are journalled at most this often. */
const hourSeconds = 60 * 60

/** A refusal for a missing permission. */
export interface RefusedRight {
  staffId: number
  route: string
  missing: string
  auditContext: AuditContext
}

/**
 * Records that somebody was refused for a missing permission (D-04). The first refusal is journalled at once, those of
 * the following hour as one count: the journal is kept forever, so nobody may fill it by repeating a request. While the
 * database accepts no changes it is only logged.
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

/** True if a journal row was written. */
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
  // A timestamp from a clock that ran ahead must not block journalling until that time.
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

/** Each may become a journal row, which costs a statement. */
const refusalsAtOnce = 500

/** Journals the counts of hours that have ended, and deletes them. */
export function journalRefusals(db: OpenDatabase, now: Date, signal?: AbortSignal): Promise<void> {
  const some = (limit: number) => db.write.transaction().execute((tx) => journalSome(tx, now, limit))
  return inBatches(some, { limit: refusalsAtOnce, signal })
}

/** Returns how many counts were deleted. */
async function journalSome(tx: Tx, now: Date, limit: number): Promise<number> {
  const hourAgo = plusSeconds(now, -hourSeconds)
  const over = await tx
    .deleteFrom('refused_right')
    .using('staff')
    .whereRef('staff.staff_id', '=', 'refused_right.staff_id')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('refused_right.staff_id', 'call', 'missing'),
        'in',
        selectFrom('refused_right as old')
          .select(['old.staff_id', 'old.call', 'old.missing'])
          .where((old) => old.or([old('old.since', '<=', hourAgo), old('old.since', '>', now)]))
          .orderBy('old.since')
          .limit(limit)
          .$asTuple('staff_id', 'call', 'missing'),
      ),
    )
    .where((eb) => eb.or([eb('since', '<=', hourAgo), eb('since', '>', now)]))
    .returning(['staff.username', 'call', 'missing', 'since', 'more'])
    .execute()
  for (const { username, call, missing, since, more } of over) {
    if (more === 0) continue
    const actor = { kind: 'staff', name: username, sessionId: null } as const
    const after = { missing, times: more, since: since.toISOString() }
    const entry = { event: 'session.refused', subject: call, after }
    await appendEntry(tx, { at: now, actor, requestId: null }, entry)
  }
  return over.length
}
