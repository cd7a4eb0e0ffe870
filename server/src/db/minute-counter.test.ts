import { expect, test } from 'vitest'
import { untilOneWaits } from '../../test/until-one-waits.ts'
import { useDatabase } from '../../test/use-database.ts'
import { plusSeconds } from '../lib/clock.ts'
import { countedInMinute, countInMinute, deleteCountsBefore } from './minute-counter.ts'

const { db, inTx } = useDatabase()
const now = new Date('2026-11-20T09:00:00Z')
const count = (key: string, seconds = 0) => countInMinute(db.write, key, plusSeconds(now, seconds))
const look = (key: string, seconds = 0) => countedInMinute(db.read, key, plusSeconds(now, seconds))

test('a key counts by itself for a minute from its first time, and looking does not count', async () => {
  expect(await look('a')).toEqual({ count: 0, secondsLeft: 60 })
  expect(await count('a')).toEqual({ count: 1, secondsLeft: 60 })
  expect(await count('a', 20)).toEqual({ count: 2, secondsLeft: 40 })
  expect([await look('a', 20), await look('a', 59.5), await look('b', 20)]).toEqual([
    { count: 2, secondsLeft: 40 },
    { count: 2, secondsLeft: 1 },
    { count: 0, secondsLeft: 60 },
  ])
  expect(await count('a', 59)).toEqual({ count: 3, secondsLeft: 1 })
  expect(await look('a', 60)).toEqual({ count: 0, secondsLeft: 60 })
  expect(await count('a', 60)).toEqual({ count: 1, secondsLeft: 60 })
})

test('a minute that began in the future begins now, with what it has counted', async () => {
  await count('ahead', 3_600)
  expect(await look('ahead')).toEqual({ count: 1, secondsLeft: 60 })
  expect(await count('ahead')).toEqual({ count: 2, secondsLeft: 60 })
  expect(await count('ahead', 30)).toEqual({ count: 3, secondsLeft: 30 })
  expect(await count('ahead', 60)).toEqual({ count: 1, secondsLeft: 60 })
})

test('many at once are counted each', async () => {
  const counts = await Promise.all(Array.from({ length: 20 }, () => count('at once')))
  expect(counts.map(({ count: one }) => one).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, at) => at + 1),
  )
})

test('an old count is found behind new ones, and one that starts anew while it is being deleted is kept', async () => {
  await db.write.deleteFrom('sign_in_address').execute()
  await count('new', 7_200)
  await count('old')
  const deleteOne = () => deleteCountsBefore(db.write, plusSeconds(now, 3_600), 1)
  const late = await inTx(async (tx) => {
    await countInMinute(tx, 'old', plusSeconds(now, 7_200))
    const deleting = deleteOne()
    await untilOneWaits(tx, 'sign_in_address')
    return { deleting }
  })
  expect(await late.deleting).toBe(0)
  expect([await look('new', 7_200), await look('old', 7_200)]).toMatchObject([{ count: 1 }, { count: 1 }])
  await count('older', -60)
  expect([await deleteOne(), await deleteOne()]).toEqual([1, 0])
})
