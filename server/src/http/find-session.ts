import { hash } from 'node:crypto'
import { plusSeconds } from '../clock.ts'
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
const idleSeconds = 30 * 60

/** Staff status 1: may not sign in, and has no live session. */
export const disabledStatus = 1

interface SessionRow {
  /** Which of the tokens it answers, from 1. */
  n: number
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

// One JSON value for all of them: the driver takes several times as long over rows, dates and arrays.
const byTokens = `select coalesce(json_agg(found), '[]') as found from (
  select asked.n, s.session_id, s.staff_id, s.restricted, s.authenticated_at, s.last_input_at, s.expires_at, s.hard_end_at,
    u.username, u.permissions, u.mfa
  from unnest($1::bytea[]) with ordinality as asked (token_hash, n)
    join session s on s.token_hash = asked.token_hash join staff u on u.staff_id = s.staff_id
  where s.ended_at is null and u.status <> ${disabledStatus}
) found`

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

interface Asked {
  tokenHash: Buffer
  resolve: (row: SessionRow | undefined) => void
  reject: (error: unknown) => void
}

/** Look-ups under way at once: with the second, one connection that hangs does not hold up everybody. */
const mostUnderWay = 2

/**
 * Looks sessions up with their live permissions. Requests that come while others are being looked up share
 * the next statement. Nothing is kept: what a request is told was read after it came.
 */
export class SessionFinder {
  readonly #db: OpenDatabase
  #asked: Asked[] = []
  #underWay = 0

  constructor(db: OpenDatabase) {
    this.#db = db
  }

  /** The live session of a token; null without one. */
  async find(token: string, now: Date): Promise<Session | null> {
    const row = await new Promise<SessionRow | undefined>((resolve, reject) => {
      this.#asked.push({ tokenHash: tokenHash(token), resolve, reject })
      // Requests that were read from the network together have all asked by then.
      if (this.#asked.length === 1 && this.#underWay < mostUnderWay) setImmediate(() => void this.#lookUp())
    })
    if (row === undefined) return null
    const session = sessionOf(row)
    return isAlive(session, now) ? session : null
  }

  async #lookUp(): Promise<void> {
    if (this.#asked.length === 0) return
    const asked = this.#asked
    this.#asked = []
    this.#underWay += 1
    try {
      const hashes = asked.map((one) => one.tokenHash)
      const [answer] = await this.#db.read.rows<{ found: SessionRow[] }>(byTokens, [hashes])
      const found = new Map(answer?.found.map((row) => [row.n, row]))
      for (const [at, { resolve }] of asked.entries()) resolve(found.get(at + 1))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
    this.#underWay -= 1
    void this.#lookUp()
  }
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

/** Notes the person's last input as the console tells it; silent when it is no news. */
export async function noteInput(
  db: OpenDatabase,
  session: Session,
  idle: string | undefined,
  now: Date,
): Promise<void> {
  if (idle === undefined || !/^\d{1,5}$/.test(idle)) return
  const inputAt = plusSeconds(now, -Number(idle))
  if (inputAt < plusSeconds(session.lastInputAt, inputGrainSeconds)) return
  await db.write
    .updateTable('session')
    .set({ last_input_at: inputAt })
    .where('session_id', '=', session.sessionId)
    .where('last_input_at', '<', inputAt)
    .execute()
}
