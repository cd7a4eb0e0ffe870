import { expect, test } from 'vitest'
import { giveAgentKey } from '../../test/agent-keys.ts'
import { turnableClock } from '../../test/clock.ts'
import { useDatabase } from '../../test/use-database.ts'
import { plusSeconds } from '../lib/clock.ts'
import { KeyUses } from './key-uses.ts'

const clock = turnableClock()
const { db } = useDatabase()
const now = clock.now()

/** The key of an agency. */
const read = (agencyId: number) =>
  db.read
    .selectFrom('agency_key')
    .select(['key_hash', 'last_used_at'])
    .where('agency_id', '=', agencyId)
    .executeTakeFirstOrThrow()
/** Does what a process does that saw a use. */
async function save(agencyId: number, keyHash: Buffer, at: Date): Promise<void> {
  const uses = new KeyUses()
  uses.note(agencyId, { keyHash, at, knownAt: null })
  await uses.save(db)
}

test('a key that replaced another is unused, though the last use of that one is saved later', async () => {
  await giveAgentKey(db, clock, 1)
  const { key_hash: current } = await read(1)
  await save(1, Buffer.alloc(32), now)
  expect((await read(1)).last_used_at).toBeNull()
  await save(1, current, now)
  expect((await read(1)).last_used_at).toEqual(now)
})

test('the last use of a key is the latest of all processes, whichever saves last', async () => {
  await giveAgentKey(db, clock, 2)
  const { key_hash: key } = await read(2)
  for (const seconds of [0, 60, 30]) await save(2, key, plusSeconds(now, seconds))
  expect((await read(2)).last_used_at).toEqual(plusSeconds(now, 60))
})
