import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { type ActivityEvent, appendActivityEvent } from '../../db/activity-event.ts'
import { daySeconds, plusSeconds } from '../../lib/clock.ts'
import {
  addClientCount,
  countNewActivity,
  listAdditions,
  listEvents,
  readClientCounts,
  readFigures,
} from './store.ts'

const { db, inTx } = useDatabase({ scope: 'test' })
const now = new Date('2026-11-20T09:00:00Z')
const day = plusSeconds(now, -daySeconds)
const week = plusSeconds(now, -7 * daySeconds)
const cloudAt = (at: Date): ActivityEvent => ({ agencyId: 1, category: 'Cloud', change: 1, at })

test('an addition counts as one of the day and of the week to the instant', async () => {
  for (const since of [day, week])
    for (const at of [since, plusSeconds(since, -0.001)])
      await inTx((tx) => appendActivityEvent(tx, cloudAt(at)))
  expect(await readFigures(db.read, { day, week })).toEqual([
    { category: 'Cloud', total: 4, days1: 1, days7: 3 },
  ])
})

test('an event that is committed while the days are added up is counted once', async () => {
  const adding = await inTx(async (tx) => {
    await appendActivityEvent(tx, cloudAt(now))
    await sql`lock table activity_day in share mode`.execute(tx)
    const counting = inTx(countNewActivity)
    await untilOneWaits(tx, 'activity_day')
    return { counting }
  })
  await adding.counting
  expect(await readFigures(db.read, { day, week })).toMatchObject([{ total: 1 }])
  await until('the event is in its day', async () => {
    await inTx(countNewActivity)
    return (await db.read.selectFrom('activity_day').select('change').execute()).length === 1
  })
  expect(await readFigures(db.read, { day, week })).toMatchObject([{ total: 1 }])
})

test('of additions of one instant the last ones are listed, the later first', async () => {
  for (let times = 0; times < 3; times += 1) await inTx((tx) => appendActivityEvent(tx, cloudAt(day)))
  const listed = await listAdditions(db.read, day, 2)
  expect(listed.map(({ event_id: id }) => id)).toEqual([3, 2])
  const wanted = { category: 'Cloud', since: day, before: null, additionsOnly: true, limit: 2 } as const
  expect(await listEvents(db.read, wanted)).toEqual(listed)
})

test('clients are compared with the last count of each instant, or the oldest there is', async () => {
  const counts = [plusSeconds(week, -daySeconds), week, plusSeconds(week, daySeconds), day, now]
  for (const [place, at] of counts.entries()) await inTx((tx) => addClientCount(tx, at, 10 + place))
  expect(await readClientCounts(db.read, { day, week })).toEqual({ day: 13, week: 11 })
  await inTx((tx) => addClientCount(tx, plusSeconds(day, 1), 99))
  expect(await readClientCounts(db.read, { day: now, week: day })).toEqual({ day: 14, week: 13 })
  const before = plusSeconds(week, -30 * daySeconds)
  expect(await readClientCounts(db.read, { day: before, week: before })).toEqual({ day: 10, week: 10 })
})
