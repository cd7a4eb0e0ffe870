import { StaffStatus } from '@agency-support/contract/modules/staff'
import { P } from '@agency-support/contract/permissions'
import { CompiledQuery } from 'kysely'
import type { OpenDatabase } from '../db/open.ts'
import { isAlive } from './find-session.ts'
import type { UnsavedSessions } from './unsaved-sessions.ts'

const byIds = `select s.session_id, s.token_hash, s.expires_at, s.hard_end_at, s.last_input_at, u.permissions
from session s join staff u on u.staff_id = s.staff_id
where s.session_id = any($1::bigint[]) and s.ended_at is null and not s.restricted and u.status <> ${StaffStatus.disabled}`

/** Which of these sessions are alive and may still use the console, with their permissions now. */
export async function readSessionAccess(
  db: OpenDatabase,
  unsaved: UnsavedSessions,
  sessionIds: readonly number[],
  now: Date,
): Promise<Map<number, { permissions: readonly number[] }>> {
  const { rows } = await db.read.getExecutor().executeQuery<{
    session_id: number
    token_hash: Buffer
    expires_at: Date
    hard_end_at: Date
    last_input_at: Date
    permissions: number[]
  }>(CompiledQuery.raw(byIds, [sessionIds]))
  const alive = rows.filter((row) => {
    const saved = { lastInputAt: row.last_input_at, expiresAt: row.expires_at }
    const session = { ...unsaved.getEnds(row.session_id, saved), hardEndAt: row.hard_end_at }
    return (
      row.permissions.includes(P.CanAccess) && isAlive(session, now) && !unsaved.isSignedOut(row.token_hash)
    )
  })
  return new Map(alive.map((row) => [row.session_id, { permissions: row.permissions }]))
}
