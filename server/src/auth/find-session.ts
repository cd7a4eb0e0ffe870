import { mfaOn } from '@agency-support/contract/modules/staff'
import { hash } from 'node:crypto'
import { plusSeconds } from '../clock.ts'
import type { OpenDatabase } from '../db/open.ts'
import { endFutureSessions, findSessionRow, moveLastInput, type SessionRow } from './session-store.ts'
import type { UnsavedSessions } from './unsaved-sessions.ts'

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
const idleSeconds = 30 * 60
/** No session outlives this, however often it is renewed (D-12). */
export const hardEndSeconds = 12 * 60 * 60

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

/**
 * The live session of a cookie's token with the permissions its person holds now; null without one. What could not
 * be saved of it counts as saved.
 */
export async function findSession(
  db: OpenDatabase,
  unsaved: UnsavedSessions,
  token: string,
  now: Date,
): Promise<Session | null> {
  const hashed = tokenHash(token)
  const row = await findSessionRow(db.read, hashed)
  if (row === undefined || unsaved.isSignedOut(hashed)) return null
  const saved = toSession(row)
  const session = { ...saved, ...unsaved.getEnds(saved.sessionId, saved) }
  return isAlive(session, now) ? session : null
}

function toSession(row: SessionRow): Session {
  return {
    sessionId: row.session_id,
    staffId: row.staff_id,
    username: row.username,
    permissions: row.permissions,
    restricted: row.restricted,
    secondFactor: row.mfa === mfaOn,
    authenticatedAt: new Date(row.authenticated_at),
    lastInputAt: new Date(row.last_input_at),
    expiresAt: new Date(row.expires_at),
    hardEndAt: new Date(row.hard_end_at),
  }
}

/** Input younger than this is not written down again, to keep reads free of writes. */
const inputGrainSeconds = 60

/**
 * Notes the person's last input as the console tells it, and what the clock of a server that was wrong has left in
 * the future; silent when it is no news. While the database takes no changes it is kept in this process, for
 * reading must go on then.
 */
export async function noteInput(
  db: OpenDatabase,
  unsaved: UnsavedSessions,
  session: Session,
  idle: string | undefined,
  now: Date,
): Promise<void> {
  const told = idle !== undefined && /^\d{1,5}$/.test(idle) ? plusSeconds(now, -Number(idle)) : undefined
  const isFuture = isFromFuture(session, now)
  const isNews = told !== undefined && told >= plusSeconds(session.lastInputAt, inputGrainSeconds)
  if (!isFuture && !isNews) return
  try {
    if (isFuture) await endFuture(db, now, session.sessionId)
    if (isNews) await moveLastInput(db.write, session.sessionId, told)
  } catch (error) {
    if (!unsaved.isRefused(error)) throw error
    if (told !== undefined) unsaved.keepInput(session.sessionId, told)
  }
}

/** Clocks of several servers may differ by less than this. */
const clockSkewSeconds = 60

function isFromFuture({ lastInputAt, hardEndAt }: Session, now: Date): boolean {
  const latest = plusSeconds(now, clockSkewSeconds)
  return lastInputAt > latest || hardEndAt > plusSeconds(latest, hardEndSeconds)
}

/**
 * Lets sessions, or one, that a wrong clock has left in the future begin now: their person's last input, and the
 * twelve hours at most.
 */
export async function endFuture(db: OpenDatabase, now: Date, sessionId?: number): Promise<void> {
  const latest = plusSeconds(now, clockSkewSeconds)
  await endFutureSessions(
    db.write,
    {
      now,
      hardEnd: plusSeconds(now, hardEndSeconds),
      latest: { input: latest, hardEnd: plusSeconds(latest, hardEndSeconds) },
    },
    sessionId,
  )
}
