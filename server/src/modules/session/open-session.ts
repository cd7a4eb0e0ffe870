import type { Claims } from '@agency-support/contract/modules/session'
import { randomBytes } from 'node:crypto'
import { plusSeconds, toEpochSeconds } from '../../lib/clock.ts'
import type { Tx } from '../../db/open.ts'
import type { RequestFacts } from '../../calls/context.ts'
import { hardEndSeconds, tokenHash } from '../../auth/find-session.ts'
import { endSessionsBeyond, insertSession } from '../../auth/session-store.ts'
import { sessionSeconds } from '../../auth/unsaved-sessions.ts'

const sessionsPerPerson = 10

/** A new session: the token for its cookie, and its claims. */
export interface OpenedSession {
  sessionId: number
  token: string
  claims: Claims
}

/** A new token, and the digest to store. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: tokenHash(token) }
}

/** Opens a session with a new token; ends the person's oldest sessions beyond ten. */
export async function openSession(
  tx: Tx,
  person: { staff_id: number; username: string; permissions: readonly number[] },
  facts: { restricted: boolean; now: Date; request: RequestFacts },
): Promise<OpenedSession> {
  const { token, hash } = newToken()
  const hardEndAt = plusSeconds(facts.now, hardEndSeconds)
  const expiresAt = renewedEnd(facts.now, hardEndAt)
  const sessionId = await insertSession(tx, {
    staffId: person.staff_id,
    tokenHash: hash,
    restricted: facts.restricted,
    now: facts.now,
    expiresAt,
    hardEndAt,
    address: facts.request.address,
    userAgent: facts.request.userAgent,
  })
  await endSessionsBeyond(tx, person.staff_id, sessionsPerPerson, facts.now)
  const claims = toClaims({
    username: person.username,
    permissions: person.permissions,
    restricted: facts.restricted,
    expiresAt,
    hardEndAt,
  })
  return { sessionId, token, claims }
}

/** When a session expires that is opened or renewed now. */
export function renewedEnd(now: Date, hardEndAt: Date): Date {
  return earlier(plusSeconds(now, sessionSeconds), hardEndAt)
}

/** What the client learns about a session. */
export function toClaims(session: {
  username: string
  permissions: readonly number[]
  restricted: boolean
  expiresAt: Date
  hardEndAt: Date
}): Claims {
  return {
    hsUserName: session.username,
    exp: toEpochSeconds(earlier(session.expiresAt, session.hardEndAt)),
    permissions: [...session.permissions],
    passwordChangeRequired: session.restricted,
  }
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}
