import { P } from '@agency-support/contract/permissions'
import type { OpenDatabase } from '../db/open.ts'
import { isAlive } from './find-session.ts'
import { listAccess } from './session-store.ts'
import type { UnsavedSessions } from './unsaved-sessions.ts'

/** Which of these sessions are alive and may use the console, with their current permissions. */
export async function readSessionAccess(
  db: OpenDatabase,
  unsaved: UnsavedSessions,
  sessionIds: readonly number[],
  now: Date,
): Promise<Map<number, { permissions: readonly number[] }>> {
  const rows = await listAccess(db.read, sessionIds)
  const alive = rows.filter((row) => {
    const saved = { lastInputAt: row.last_input_at, expiresAt: row.expires_at }
    const session = { ...unsaved.getEnds(row.session_id, saved), hardEndAt: row.hard_end_at }
    return (
      row.permissions.includes(P.CanAccess) && isAlive(session, now) && !unsaved.isSignedOut(row.token_hash)
    )
  })
  return new Map(alive.map((row) => [row.session_id, { permissions: row.permissions }]))
}
