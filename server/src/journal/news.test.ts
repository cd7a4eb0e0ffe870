import { expect, test } from 'vitest'
import { NewsRoom } from './news.ts'

const queued = new Set(['made.queued'])
const row = (agencyId: number | null, event = 'made.queued') => ({ agencyId, event })
const tell = (room: NewsRoom, ...rows: ReturnType<typeof row>[]): void => room.tell({ rows, burst: false })

test('whoever waits hears of its own agency and its own events only', async () => {
  const room = new NewsRoom()
  using news = room.listen(1, queued)
  tell(room, row(2), row(null), row(1, 'made.other'))
  expect(await news.within(1)).toBe(false)
  const waiting = news.within(10_000)
  tell(room, row(1))
  expect(await waiting).toBe(true)
  expect(await news.within(1)).toBe(false)
})

test('what happens between listening and waiting is not missed', async () => {
  const room = new NewsRoom()
  using news = room.listen(1, queued)
  tell(room, row(1))
  expect(await news.within(10_000)).toBe(true)
})

test('a burst wakes everybody: not all of its rows were read', async () => {
  const room = new NewsRoom()
  using one = room.listen(1, queued)
  using other = room.listen(2, queued)
  const waiting = [one.within(10_000), other.within(10_000)]
  room.tell({ rows: [], burst: true })
  expect(await Promise.all(waiting)).toEqual([true, true])
})

test('who has left hears nothing, and the others go on hearing', async () => {
  const room = new NewsRoom()
  const gone = room.listen(1, queued)
  using stays = room.listen(1, queued)
  gone[Symbol.dispose]()
  tell(room, row(1))
  expect(await gone.within(1)).toBe(false)
  expect(await stays.within(10_000)).toBe(true)
})

test('the end wakes those who wait, and those who come later do not wait', async () => {
  const room = new NewsRoom()
  using news = room.listen(1, queued)
  const waiting = news.within(10_000)
  room.stop()
  expect(await waiting).toBe(false)
  using late = room.listen(1, queued)
  expect(await late.within(10_000)).toBe(false)
  expect([news.ended, late.ended]).toEqual([true, true])
})
