import { isKeyOfAgent, readKey } from '../auth/find-agent.ts'
import type { KeyGuesses } from '../auth/key-guesses.ts'
import type { KeyUses } from '../auth/key-uses.ts'
import type { OpenDatabase } from '../db/open.ts'
import { HttpFailure } from './refusal.ts'
import { tooMany } from './throttle.ts'

/** The credentials of a request by an agency's software. */
export interface ShownAccess {
  authorization: string | undefined
  /** Client network, computed only when a guess must be counted. */
  getNetwork: () => string
}

/** 401 for a key that belongs to no agency. */
export function unknownKey(): HttpFailure {
  return new HttpFailure(401, 'Unknown agency key.', { headers: { 'www-authenticate': 'Bearer' } })
}

/** Throws 429 with Retry-After after too many wrong keys from this network; makes no query. */
export function assertFewGuesses(
  guesses: KeyGuesses,
  { authorization, getNetwork }: ShownAccess,
  now: Date,
): void {
  const key = readKey(authorization)
  const seconds = key && guesses.waitSeconds(key, getNetwork, now)
  if (seconds !== undefined) throw tooMany('Too many unknown agency keys came from here.', seconds)
}

/** The agency that owns the key. Throws 401 for an unknown key, and 429 after too many of those. */
export async function requireAgent(
  { db, keyUses, keyGuesses }: { db: OpenDatabase; keyUses: KeyUses; keyGuesses: KeyGuesses },
  shown: ShownAccess,
  now: Date,
): Promise<number> {
  const key = readKey(shown.authorization)
  if (key === undefined) throw unknownKey()
  assertFewGuesses(keyGuesses, shown, now)
  keyGuesses.begin(key, shown.getNetwork)
  let isRight: boolean
  try {
    isRight = await isKeyOfAgent(db, key, now, keyUses)
  } catch (error) {
    keyGuesses.giveBack(key, shown.getNetwork)
    throw error
  }
  if (!isRight) {
    keyGuesses.wrong(key, shown.getNetwork)
    throw unknownKey()
  }
  keyGuesses.right(key, shown.getNetwork)
  return key.agencyId
}
