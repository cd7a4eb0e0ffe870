import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { until } from '../../test/until.ts'
import { useDatabase } from '../../test/use-database.ts'
import { appendActivityEvent } from './activity-event.ts'
import { countOn } from './day-counts.ts'

const { db } = useDatabase({ poolSize: 3 })
const at = new Date('2026-11-20T09:00:00Z')
beforeAll(() =>
  db.write.insertInto('agency').values({ agency_id: 6938, name: 'Lee', name_folded: 'lee' }).execute(),
)
const append = () =>
  db.write
    .transaction()
    .execute((tx) => appendActivityEvent(tx, { agencyId: 6938, category: 'Texting', change: -1, at }))

/** The ids of the events that one call counts; undefined if another one is counting. */
async function count(fails = false): Promise<number[] | undefined> {
  let found: number[] | undefined
  await db.write.transaction().execute((tx) =>
    countOn(tx, 'activity_event', async (from, to) => {
      const { rows } = await sql<{ event_id: number }>`select event_id from activity_event
        where xid >= ${from}::xid8 and xid < ${to}::xid8 order by event_id`.execute(tx)
      found = rows.map(({ event_id: id }) => id)
      if (fails && found.length > 0) throw new Error('not counted')
    }),
  )
  return found
}

/** Counts until so many events have been. Transactions of other databases hold counting back too. */
async function countAll(events: number): Promise<number[]> {
  const found: number[] = []
  await until('all are counted', async () => {
    found.push(...((await count()) ?? []))
    return found.length >= events
  })
  return found
}

const all = async (): Promise<number[]> => {
  const rows = await db.read.selectFrom('activity_event').select('event_id').orderBy('event_id').execute()
  return rows.map(({ event_id: id }) => id)
}

test('an event is kept as it was reported, and counted once', async () => {
  await append()
  const rows = await db.read
    .selectFrom('activity_event')
    .select(['agency_id', 'category', 'change', 'at'])
    .execute()
  expect(rows).toEqual([{ agency_id: 6938, category: 'Texting', change: -1, at }])
  await append()
  const counted = await countAll(2)
  await append()
  counted.push(...(await countAll(1)))
  expect(counted).toEqual(await all())
  expect(await count()).toEqual([])
})

test('what one history has counted is no mark of another', async () => {
  const mark = () =>
    db.read
      .selectFrom('day_count_mark')
      .select('below_xid')
      .where('history', '=', 'agency_sign_in')
      .executeTakeFirstOrThrow()
  const before = await mark()
  await append()
  await countAll(1)
  expect(await mark()).toEqual(before)
})

test('what was not counted after all is counted by a later call', async () => {
  await append()
  await until('a count fails', async () => {
    const failure = await count(true).then(
      () => undefined,
      (error: Error) => error.message,
    )
    return failure === 'not counted'
  })
  expect(await countAll(1)).toEqual((await all()).slice(-1))
})

test('an event is not counted while a transaction is open that began before it', async () => {
  await db.write.transaction().execute(async (tx) => {
    await appendActivityEvent(tx, { agencyId: 6938, category: 'Texting', change: 1, at })
    await append()
    expect(await count()).toEqual([])
  })
  expect((await countAll(2)).toSorted((a, b) => a - b)).toEqual((await all()).slice(-2))
})

test('of two who count at once one does it, and the other does nothing', async () => {
  await db.write.transaction().execute((tx) =>
    countOn(tx, 'activity_event', async () => {
      expect(await count()).toBeUndefined()
    }),
  )
  expect(await count()).toBeDefined()
})
