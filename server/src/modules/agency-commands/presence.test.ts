import { beforeAll, expect, test } from 'vitest'
import { giveAgentKey } from '../../../test/agent-keys.ts'
import { turnableClock } from '../../../test/clock.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { plusSeconds } from '../../lib/clock.ts'
import type { Tx } from '../../db/open.ts'
import { PresenceBook } from './presence.ts'
import { findProtocol } from './protocol-store.ts'
import { findSoftware } from './software-store.ts'

const clock = turnableClock()
const { db } = useDatabase()
let transactions = 0

beforeAll(async () => {
  for (let agencyId = 1; agencyId <= 50; agencyId += 1) await giveAgentKey(db, clock, agencyId)
})

const writing = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
  transactions += 1
  return db.write.transaction().execute(work)
}

test('many that call at once are written down together, and each waits until it is', async () => {
  const presence = new PresenceBook()
  transactions = 0
  const at = clock.now()
  const notes = Array.from({ length: 50 }, (_, index) =>
    presence.note({ agencyId: 1 + index, at, versionDisplay: '5.4.2', hostName: `PC${index}` }, writing),
  )
  await Promise.all(notes)
  expect(transactions).toBeLessThanOrEqual(2)
  for (const agencyId of [1, 25, 50])
    expect(await findSoftware(db.read, agencyId)).toEqual({
      last_seen_at: at,
      version_display: '5.4.2',
      host_name: `PC${agencyId - 1}`,
    })
})

test('a poll forgets nothing that a heartbeat reported, and nothing goes back in time', async () => {
  const presence = new PresenceBook()
  const later = plusSeconds(clock.now(), 60)
  await presence.note({ agencyId: 1, at: later }, writing)
  await presence.note({ agencyId: 1, at: clock.now() }, writing)
  const row = { last_seen_at: later, version_display: '5.4.2', host_name: 'PC0' }
  expect(await findSoftware(db.read, 1)).toEqual(row)
})

test('a poll that is written down together with a heartbeat forgets nothing of it', async () => {
  const presence = new PresenceBook()
  const at = plusSeconds(clock.now(), 120)
  await Promise.all([
    presence.note({ agencyId: 3, at, versionDisplay: '5.5.0', hostName: 'PC3', protocol: 2 }, writing),
    presence.note({ agencyId: 3, at }, writing),
  ])
  const row = { last_seen_at: at, version_display: '5.5.0', host_name: 'PC3' }
  expect(await findSoftware(db.read, 3)).toEqual(row)
  expect(await findProtocol(db.read, 3)).toMatchObject({ protocol: 2 })
})

test('a failure is reported to those it concerns; the next ones are written down', async () => {
  const presence = new PresenceBook()
  const failing = (): Promise<never> => Promise.reject(new Error('the database is away'))
  const seen = { agencyId: 2, at: plusSeconds(clock.now(), 90) }
  await expect(presence.note(seen, failing)).rejects.toThrow('the database is away')
  await presence.note(seen, writing)
  expect(await findSoftware(db.read, 2)).toMatchObject({ last_seen_at: seen.at })
})
