import { foldText } from '@agency-support/contract/rules/search'
import { keyHash, wholeKey } from '../src/lib/agent-key.ts'
import type { Clock } from '../src/lib/clock.ts'
import type { OpenDatabase } from '../src/db/open.ts'

const getSecret = (agencyId: number): string => `a-key-that-only-the-software-of-${agencyId}-knows`

/** What the software of an agency shows in tests, whole. */
export function testAgentKey(agencyId: number): string {
  return wholeKey(agencyId, getSecret(agencyId))
}

/** Gives an agency its key of the tests; makes the agency where it is missing. */
export async function giveAgentKey(db: OpenDatabase, clock: Clock, agencyId: number): Promise<void> {
  const name = `Agency ${agencyId}`
  await db.write
    .insertInto('agency')
    .values({ agency_id: agencyId, name, name_folded: foldText(name) })
    .onConflict((known) => known.doNothing())
    .execute()
  await db.write
    .insertInto('agency_key')
    .values({ agency_id: agencyId, key_hash: keyHash(getSecret(agencyId)), rotated_at: clock.now() })
    .onConflict((known) => known.doNothing())
    .execute()
}
