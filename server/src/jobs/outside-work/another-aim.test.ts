import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { useDatabase } from '../../../test/use-database.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { plusSeconds } from '../../lib/clock.ts'
import { openLog } from '../../lib/log.ts'
import { OutsideWorkQueue } from './outside-work.ts'
import { readWork, updateWork, type WorkRow } from './store.ts'

const now = new Date('2026-11-20T09:00:00Z')
const kind = { name: 'test.close', input: z.string(), progress: z.int() }
const { db, inTx } = useDatabase()
let queue: OutsideWorkQueue
beforeAll(async () => {
  queue = new OutsideWorkQueue({ db, clock: { now: () => now }, log: openLog('silent') })
  await queue.open()
})
afterAll(() => queue.stop())

const aim = (agencyId: number, input: string) => ({ agencyId, input, by: 'ann', progress: 1 })
const add = (agencyId: number, input: string, of = kind): Promise<boolean> =>
  inTx((tx) => queue.add(tx, of, aim(agencyId, input)))
const replace = (agencyId: number, input: string): Promise<boolean> =>
  inTx((tx) => queue.replace(tx, kind, aim(agencyId, input)))

async function find(agencyId: number, of = kind): Promise<WorkRow> {
  const row = await readWork(db.read, agencyId, of.name)
  if (row === null) throw new Error(`no work for ${agencyId}`)
  return row
}

test('another aim is that of the work of its kind and agency that is under way', async () => {
  const other = { ...kind, name: 'test.another' }
  await add(2, 'old')
  const before = await find(2)
  await inTx((tx) => updateWork(tx, before, { ended_at: now, succeeded: true, next_attempt_at: null }))
  expect(await replace(2, 'late')).toBe(false)
  await add(1, 'a')
  await add(2, 'b', other)
  await add(2, 'c')
  expect(await replace(2, 'new')).toBe(true)
  const works = [await find(1), await find(2, other), await find(2)]
  expect(works.map(({ input }) => input)).toEqual(['a', 'b', 'new'])
})

test('of works that have ended the last one is shown', async () => {
  for (const [input, seconds] of [
    ['a', 0],
    ['b', 60],
  ] as const) {
    await add(4, input)
    const end = { ended_at: plusSeconds(now, seconds), succeeded: true, next_attempt_at: null }
    const open = await db.read
      .selectFrom('outside_work')
      .select(['work_id', 'next_attempt_at'])
      .where('agency_id', '=', 4)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    await inTx((tx) => updateWork(tx, open, end))
  }
  expect((await find(4)).input).toBe('b')
})

test('another aim that comes while a step is being saved is not lost', async () => {
  await add(3, 'a')
  const before = await find(3)
  const late = await inTx(async (tx) => {
    await updateWork(tx, before, { next_attempt_at: plusSeconds(now, 60) })
    const replacing = replace(3, 'new')
    await untilOneWaits(tx, 'outside_work')
    return { replacing }
  })
  expect([await late.replacing, (await find(3)).input]).toEqual([true, 'new'])
})
