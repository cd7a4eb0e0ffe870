import type { OpenDatabase } from '../db/open.ts'
import { appendEntry, type AuditContext } from '../journal/append.ts'
import type { Services } from './context.ts'

/**
 * Writes down that somebody was refused for a missing permission (D-04); in the log alone while the database takes
 * no changes, for the answer is the same.
 */
export async function recordRefusal(
  { db, committed, services }: { db: OpenDatabase; committed: () => void; services: Services },
  { route, missing, auditContext }: { route: string; missing: string; auditContext: AuditContext },
): Promise<void> {
  const entry = { event: 'session.refused', subject: route, after: { missing } }
  try {
    await db.write.transaction().execute((tx) => appendEntry(tx, auditContext, entry))
  } catch (error) {
    if (!services.unsaved.isRefused(error)) throw error
    const { requestId, actor } = auditContext
    return services.log.warn('refusal.unrecorded', { requestId, sessionId: actor.sessionId, route, missing })
  }
  committed()
}
