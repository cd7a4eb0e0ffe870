import { mfaOn } from '@agency-support/contract/modules/staff'
import { P } from '@agency-support/contract/permissions'
import { hash } from 'node:crypto'
import { plusSeconds } from '../lib/clock.ts'
import type { OpenDatabase } from '../db/open.ts'
import {
  endFutureSessions,
  findSessionRow,
  listAccess,
  moveLastInput,
  type SessionRow,
} from './session-store.ts'
import type { UnsavedSessions } from './unsaved-sessions.ts'

/** A live session, with its person's current permissions. */
export interface Session {
  sessionId: number
  staffId: number
  username: string
  permissions: readonly number[]
  /** True if the session may do nothing but change the password. */
  restricted: boolean
  secondFactor: boolean
  authenticatedAt: Date
  lastInputAt: Date
  expiresAt: Date
  hardEndAt: Date
}

/** Seconds after the person's last input when a session ends (D-12). */
const idleSeconds = 30 * 60
/** No session lives longer, however often it is renewed (D-12). */
export const hardEndSeconds = 12 * 60 * 60

/** The digest of a session token, as stored in the database. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** True until the session expires, has been idle for too long, or reaches its hard end. */
export function isAlive(
  session: Pick<Session, 'expiresAt' | 'hardEndAt' | 'lastInputAt'>,
  now: Date,
): boolean {
  return (
    now < session.expiresAt && now < session.hardEndAt && now < plusSeconds(session.lastInputAt, idleSeconds)
  )
}

/**
 * The live session of a cookie's token with its person's current permissions; null without one. Session updates that
 * are not saved yet count as saved.
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

/** Input at most this much later than the saved one is not saved, to keep reads free of writes. */
const inputGrainSeconds = 60

/**
 * Saves the person's last input as reported by the console, and repairs times that a wrong server clock left in the
 * future; does nothing if nothing is new. While the database accepts no changes the input is kept in this process,
 * because reads must continue.
 */
export async function noteInput(
  db: OpenDatabase,
  unsaved: UnsavedSessions,
  session: Session,
  { idleSeconds, now }: { idleSeconds: string | undefined; now: Date },
): Promise<void> {
  const inputAt =
    idleSeconds !== undefined && /^\d{1,5}$/.test(idleSeconds)
      ? plusSeconds(now, -Number(idleSeconds))
      : undefined
  const isFuture = isFromFuture(session, now)
  const isNews = inputAt !== undefined && inputAt >= plusSeconds(session.lastInputAt, inputGrainSeconds)
  if (!isFuture && !isNews) return
  try {
    if (isFuture) await endFuture(db, now, session.sessionId)
    if (isNews) await moveLastInput(db.write, session.sessionId, inputAt)
  } catch (error) {
    if (!unsaved.isRefused(error)) throw error
    if (inputAt !== undefined) unsaved.keepInput(session.sessionId, inputAt)
  }
}

/** The clocks of our servers must differ by less than this. */
const clockSkewSeconds = 60

function isFromFuture({ lastInputAt, hardEndAt }: Session, now: Date): boolean {
  const latest = plusSeconds(now, clockSkewSeconds)
  return lastInputAt > latest || hardEndAt > plusSeconds(latest, hardEndSeconds)
}

/**
 * Resets sessions, or one, whose times a wrong clock left in the future: last input now, and the hard end at most
 * twelve hours from now.
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
