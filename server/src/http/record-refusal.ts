import type { OpenDatabase } from '../db/open.ts'
import { appendEntry, type AuditContext } from '../journal/append.ts'

/** Writes down that somebody was refused for a missing permission (D-04). */
export async function recordRefusal(
  parts: { db: OpenDatabase; committed: () => void },
  { route, missing, auditContext }: { route: string; missing: string; auditContext: AuditContext },
): Promise<void> {
  await parts.db.write
    .transaction()
    .execute((tx) =>
      appendEntry(tx, auditContext, { event: 'session.refused', subject: route, after: { missing } }),
    )
  parts.committed()
}
