import type { OpenDatabase } from '../db/open.ts'
import { appendEntry, type Circumstances } from '../journal/append.ts'

/** Writes down that somebody was refused for a missing permission (D-04). */
export async function recordRefusal(
  parts: { db: OpenDatabase; committed: () => void },
  { route, missing, circumstances }: { route: string; missing: string; circumstances: Circumstances },
): Promise<void> {
  await parts.db.write
    .transaction()
    .execute((tx) =>
      appendEntry(tx, circumstances, { event: 'session.refused', subject: route, after: { missing } }),
    )
  parts.committed()
}
