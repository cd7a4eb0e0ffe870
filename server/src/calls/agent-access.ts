import { isKeyOfAgent, readKey } from '../auth/find-agent.ts'
import type { KeyGuesses } from '../auth/key-guesses.ts'
import type { KeyUses } from '../auth/key-uses.ts'
import type { OpenDatabase } from '../db/open.ts'
import { HttpFailure } from './refusal.ts'
import { tooMany } from './throttle.ts'

/** How a request says which agency it is of. */
export interface ShownAccess {
  authorization: string | undefined
  /** Where it comes from, read only where somebody guesses. */
  getNetwork: () => string
}

/** 401 for a key that nobody has. */
export function unknownKey(): HttpFailure {
  return new HttpFailure(401, 'Unknown agency key.', { headers: { 'www-authenticate': 'Bearer' } })
}

/** Throws 429 with Retry-After where too many wrong keys came from; asks no database. */
export function assertFewGuesses(
  guesses: KeyGuesses,
  { authorization, getNetwork }: ShownAccess,
  now: Date,
): void {
  const key = readKey(authorization)
  const seconds = key && guesses.waitSeconds(key, getNetwork, now)
  if (seconds !== undefined) throw tooMany('Too many unknown agency keys came from here.', seconds)
}

/** The agency whose key is shown. Throws 401 for an unknown one, and 429 where too many of those came from. */
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
  if (isRight) keyGuesses.right(key, shown.getNetwork)
  else keyGuesses.wrong(key, shown.getNetwork)
  if (!isRight) throw unknownKey()
  return key.agencyId
}
