import { StaffStatus } from '@agency-support/contract/modules/staff'
import { hash } from 'node:crypto'
import { plusSeconds } from '../clock.ts'
import type { OpenDatabase } from '../db/open.ts'
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
export const idleSeconds = 30 * 60
/** No session outlives this, however often it is renewed (D-12). */
export const hardEndSeconds = 12 * 60 * 60

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
  const [answer] = await db.read.keyed<{ found: SessionRow }>(byToken, [hashed])
  if (answer === undefined || unsaved.isSignedOut(hashed)) return null
  const saved = sessionOf(answer.found)
  const session = { ...saved, ...unsaved.getEnds(saved.sessionId, saved) }
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
    if (isNews)
      await db.write
        .updateTable('session')
        .set({ last_input_at: told })
        .where('session_id', '=', session.sessionId)
        .where('last_input_at', '<', told)
        .execute()
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
  const hardEnd = plusSeconds(now, hardEndSeconds)
  await db.write
    .updateTable('session')
    .set((row) => ({
      created_at: row.fn<Date>('least', ['created_at', row.val(now)]),
      last_input_at: row.fn<Date>('least', ['last_input_at', row.val(now)]),
      hard_end_at: row.fn<Date>('least', ['hard_end_at', row.val(hardEnd)]),
    }))
    .where('ended_at', 'is', null)
    .where((row) =>
      row.or([
        row('last_input_at', '>', latest),
        row('hard_end_at', '>', plusSeconds(latest, hardEndSeconds)),
      ]),
    )
    .$if(sessionId !== undefined, (only) => only.where('session_id', '=', sessionId ?? 0))
    .execute()
}
