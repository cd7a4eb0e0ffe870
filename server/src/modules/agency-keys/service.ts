import { padAgencyId } from '@agency-support/contract/ids'
import { keyHash, newSecret, previousKeySeconds, wholeKey } from '../../lib/agent-key.ts'
import { plusSeconds } from '../../lib/clock.ts'
import type { OpenDatabase, Tx } from '../../db/open.ts'
import { appendEntry, type AuditContext } from '../../journal/append.ts'
import { insertKey, replaceKey } from './store.ts'

/** The subject of journal rows about a key. */
export function getKeySubject(agencyId: number): string {
  return `Key of ${padAgencyId(agencyId)}`
}

/** Makes an agency's first key; returns it whole, for the only time. Undefined if it has one, or does not exist. */
export async function makeFirstKey(tx: Tx, agencyId: number, at: Date): Promise<string | undefined> {
  const secret = newSecret()
  const made = await insertKey(tx, { agencyId, keyHash: keyHash(secret), at })
  return made ? wholeKey(agencyId, secret) : undefined
}

/** Makes a new key in place of the current one and returns it whole; undefined without one. */
export async function makeNextKey(tx: Tx, agencyId: number, at: Date): Promise<string | undefined> {
  const secret = newSecret()
  const previousUntil = plusSeconds(at, previousKeySeconds)
  const made = await replaceKey(tx, { agencyId, keyHash: keyHash(secret), at, previousUntil })
  return made ? wholeKey(agencyId, secret) : undefined
}

/**
 * Makes a new key for an agency, even if it is the first, and returns it whole. The previous one stays valid for 15
 * minutes. Undefined if there is no such agency.
 */
export function rotateAgencyKey(
  db: OpenDatabase,
  agencyId: number,
  auditContext: AuditContext,
): Promise<string | undefined> {
  const { at } = auditContext
  return db.write.transaction().execute(async (tx) => {
    const next = await makeNextKey(tx, agencyId, at)
    const key = next ?? (await makeFirstKey(tx, agencyId, at))
    if (key === undefined) return undefined
    const event = next === undefined ? 'agencyKeys.issued' : 'agencyKeys.rotated'
    await appendEntry(tx, auditContext, { event, agencyId, subject: getKeySubject(agencyId) })
    return key
  })
}
