import { padAgencyId } from '@agency-support/contract/ids'
import { keyHash, newSecret, previousKeySeconds, wholeKey } from '../../agent-key.ts'
import { plusSeconds } from '../../clock.ts'
import type { OpenDatabase, Tx } from '../../db/open.ts'
import { appendEntry, type AuditContext } from '../../journal/append.ts'
import { insertKey, replaceKey } from './store.ts'

/** What a journal row about a key is about. */
export function getKeySubject(agencyId: number): string {
  return `Key of ${padAgencyId(agencyId)}`
}

/** Makes the first key of an agency and returns it whole, the only time that it is known; undefined where there is one, or no such agency. */
export async function makeFirstKey(tx: Tx, agencyId: number, at: Date): Promise<string | undefined> {
  const secret = newSecret()
  const made = await insertKey(tx, { agencyId, keyHash: keyHash(secret), at })
  return made ? wholeKey(agencyId, secret) : undefined
}

/** The same in the place of the key that an agency has; undefined without one. */
export async function makeNextKey(tx: Tx, agencyId: number, at: Date): Promise<string | undefined> {
  const secret = newSecret()
  const previousUntil = plusSeconds(at, previousKeySeconds)
  const made = await replaceKey(tx, { agencyId, keyHash: keyHash(secret), at, previousUntil })
  return made ? wholeKey(agencyId, secret) : undefined
}

/**
 * Gives an agency a new key, its first one too, and returns it whole. The one before it holds for another quarter of
 * an hour. Undefined when there is no such agency.
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
