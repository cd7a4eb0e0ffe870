import { StaffStatus } from '@agency-support/contract/modules/staff'
import { hash } from 'node:crypto'
import { plusSeconds } from '../clock.ts'
import { takesNoChanges } from '../db/failures.ts'
import type { OpenDatabase } from '../db/open.ts'

/** A session that is alive, with the permissions its person holds now. */
export interface Session {
  sessionId: number
  staffId: number
  username: string
  permissions: readonly number[]
  /** Only the password may be changed. */
  restricted: boolean
  secondFactor: boolean
  authenticatedAt: Date
  lastInputAt: Date
  expiresAt: Date
  hardEndAt: Date
}

/** A session ends this long after the person's last input (D-12). */
export const idleSeconds = 30 * 60

interface SessionRow {
  session_id: number
  staff_id: number
  username: string
  permissions: number[]
  restricted: boolean
  mfa: number
  authenticated_at: string
  last_input_at: string
  expires_at: string
  hard_end_at: string
}

// One JSON value: the driver takes several times as long over arrays and dates.
const byToken = `select json_build_object('session_id', s.session_id, 'staff_id', s.staff_id, 'restricted', s.restricted,
  'authenticated_at', s.authenticated_at, 'last_input_at', s.last_input_at, 'expires_at', s.expires_at,
  'hard_end_at', s.hard_end_at, 'username', u.username, 'permissions', u.permissions, 'mfa', u.mfa) as found
from session s join staff u on u.staff_id = s.staff_id
where s.token_hash = $1 and s.ended_at is null and u.status <> ${StaffStatus.disabled}`

/** What the database keeps of a cookie's token. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** True until the first of its three ends: not renewed, no input, twelve hours over. */
export function isAlive(
  session: Pick<Session, 'expiresAt' | 'hardEndAt' | 'lastInputAt'>,
  now: Date,
): boolean {
  return (
    now < session.expiresAt && now < session.hardEndAt && now < plusSeconds(session.lastInputAt, idleSeconds)
  )
}

/** The live session of a cookie's token with the permissions its person holds now; null without one. */
export async function findSession(db: OpenDatabase, token: string, now: Date): Promise<Session | null> {
  const [answer] = await db.read.keyed<{ found: SessionRow }>(byToken, [tokenHash(token)])
  if (answer === undefined) return null
  const session = sessionOf(answer.found)
  return isAlive(session, now) ? session : null
}

function sessionOf(row: SessionRow): Session {
  return {
    sessionId: row.session_id,
    staffId: row.staff_id,
    username: row.username,
    permissions: row.permissions,
    restricted: row.restricted,
    secondFactor: row.mfa === 0,
    authenticatedAt: new Date(row.authenticated_at),
    lastInputAt: new Date(row.last_input_at),
    expiresAt: new Date(row.expires_at),
    hardEndAt: new Date(row.hard_end_at),
  }
}

/** Input younger than this is not written down again, to keep reads free of writes. */
const inputGrainSeconds = 60

/**
 * Notes the person's last input as the console tells it; silent when it is no news, and when the database takes no
 * changes at the moment, for reading must go on then.
 */
export async function noteInput(
  db: OpenDatabase,
  session: Session,
  idle: string | undefined,
  now: Date,
): Promise<void> {
  if (idle === undefined || !/^\d{1,5}$/.test(idle)) return
  const inputAt = plusSeconds(now, -Number(idle))
  if (inputAt < plusSeconds(session.lastInputAt, inputGrainSeconds)) return
  const noted = db.write
    .updateTable('session')
    .set({ last_input_at: inputAt })
    .where('session_id', '=', session.sessionId)
    .where('last_input_at', '<', inputAt)
    .execute()
  await noted.catch((error: unknown) => {
    if (!takesNoChanges(error)) throw error
  })
}
