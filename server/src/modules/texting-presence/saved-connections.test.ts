import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { turnableClock } from '../../../test/clock.ts'
import { useDatabase } from '../../../test/use-database.ts'
import type { Log } from '../../lib/log.ts'
import { SavedConnections } from './saved-connections.ts'

const { db } = useDatabase()
const clock = turnableClock()
const warned: string[] = []
const log: Log = { info: () => undefined, warn: (event) => warned.push(event), error: () => undefined }
let saved: SavedConnections
beforeAll(() =>
  db.write.insertInto('agency').values({ agency_id: 6938, name: 'Lee', name_folded: 'lee' }).execute(),
)
beforeEach(async () => {
  await db.write.deleteFrom('texting_connection').execute()
  warned.length = 0
  saved = new SavedConnections({ db, clock, log })
})

const row = (id: string, initials: string) => ({
  connection_id: id,
  agency_id: 6938,
  initials,
  connected_at: clock.now(),
  seen_at: clock.now(),
})
const list = async () => {
  const rows = await db.read
    .selectFrom('texting_connection')
    .select(['connection_id', 'initials'])
    .orderBy('connection_id')
    .execute()
  return rows.map(({ connection_id: id, initials }) => `${id} ${initials}`)
}
const rename = (from: string, to: string) =>
  sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db.write)

test('what could not be saved is saved with the next changes, of which the newer count', async () => {
  saved.note(row('ended before', 'AAA'))
  saved.note(row('stays', 'BBB'))
  await saved.flush()
  await rename('texting_connection', 'texting_connection_away')
  saved.end('ended before')
  for (const id of ['changes', 'ends', 'keeps']) saved.note(row(id, 'OLD'))
  await expect(saved.flush()).rejects.toThrow('texting_connection')
  saved.note(row('changes', 'NEW'))
  saved.end('ends')
  await rename('texting_connection_away', 'texting_connection')
  await saved.flush()
  expect(await list()).toEqual(['changes NEW', 'keeps OLD', 'stays BBB'])
})

test('a change during a batch that fails is not undone by it', async () => {
  await rename('texting_connection', 'texting_connection_away')
  for (const id of ['changes', 'ends']) saved.note(row(id, 'OLD'))
  const failed = saved.flush()
  await Promise.resolve()
  await Promise.resolve()
  saved.note(row('changes', 'NEW'))
  saved.end('ends')
  await expect(failed).rejects.toThrow('texting_connection')
  await rename('texting_connection_away', 'texting_connection')
  await saved.flush()
  expect(await list()).toEqual(['changes NEW'])
})

test('all who wait meanwhile share the next batch', async () => {
  saved.note(row('a', 'AAA'))
  const first = saved.flush()
  saved.note(row('b', 'BBB'))
  const next = [saved.flush(), saved.flush()]
  expect(next[0]).toBe(next[1])
  await Promise.all([first, ...next])
  expect(await list()).toEqual(['a AAA', 'b BBB'])
})

test('what dead processes left behind for a minute is deleted with a batch, at most once a minute', async () => {
  saved.note({ ...row('dead', 'AAA'), seen_at: new Date(clock.now().getTime() - 10_000) })
  await saved.flush()
  clock.turn(55)
  saved.note(row('alive', 'BBB'))
  await saved.flush()
  expect(await list()).toEqual(['alive BBB', 'dead AAA'])
  clock.turn(5)
  await saved.flush()
  expect(await list()).toEqual(['alive BBB'])
})

test('a clock that went back does not keep what is left behind for longer', async () => {
  saved.note(row('first', 'AAA'))
  await saved.flush()
  clock.turn(-3600)
  saved.note({ ...row('dead', 'BBB'), seen_at: new Date(clock.now().getTime() - 60_001) })
  saved.note({ ...row('edge', 'CCC'), seen_at: new Date(clock.now().getTime() - 60_000) })
  await saved.flush()
  expect(await list()).toEqual(['edge CCC', 'first AAA'])
})

test('that nothing can be saved is in the log once, until something can be again', async () => {
  const failOnce = async () => {
    saved.note(row('a', 'AAA'))
    await expect(saved.flush()).rejects.toThrow('texting_connection')
  }
  await rename('texting_connection', 'texting_connection_away')
  await failOnce()
  await failOnce()
  expect(warned).toEqual(['textingHub.notSaved'])
  await rename('texting_connection_away', 'texting_connection')
  await saved.flush()
  await rename('texting_connection', 'texting_connection_away')
  await failOnce()
  expect(warned).toEqual(['textingHub.notSaved', 'textingHub.notSaved'])
  await rename('texting_connection_away', 'texting_connection')
})

test('what was heard later than what is saved counts, and never the other way round', async () => {
  saved.note(row('a', 'AAA'))
  await saved.flush()
  saved.note({ ...row('a', 'BBB'), seen_at: new Date(clock.now().getTime() - 1_000) })
  await saved.flush()
  const [kept] = await db.read.selectFrom('texting_connection').select(['initials', 'seen_at']).execute()
  expect(kept).toEqual({ initials: 'BBB', seen_at: clock.now() })
})
