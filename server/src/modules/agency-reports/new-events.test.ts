import fc from 'fast-check'
import { expect, test } from 'vitest'
import { takeNewEvents } from './new-events.ts'

const now = new Date('2026-11-20T09:00:00.000Z')
const minutes = (count: number): string => new Date(now.getTime() + count * 60_000).toISOString()

/** Stores events like a table: an existing id is left unchanged. */
function tableWith(...known: string[]) {
  const kept = new Map<string, unknown>(known.map((id) => [id, undefined]))
  return {
    kept,
    keep: async (events: readonly { id: string }[]) => {
      const fresh = events.filter(({ id }) => !kept.has(id))
      for (const event of fresh) kept.set(event.id, event)
      return new Set(fresh.map(({ id }) => id))
    },
  }
}

test('events of one instant count in the order in which they were reported', async () => {
  const events = [
    { id: 'later', at: minutes(-1) },
    { id: 'b', at: minutes(-5) },
    { id: 'a', at: minutes(-5) },
    { id: 'c', at: minutes(-5) },
  ]
  const news = await takeNewEvents(events, now, tableWith().keep)
  expect(news.map(({ id }) => id)).toEqual(['b', 'a', 'c', 'later'])
})

test('what was reported before is no news, and of two events with one id the first is kept and counts', async () => {
  const { keep, kept } = tableWith('old')
  const events = [
    { id: 'old', at: minutes(-3), text: 'again' },
    { id: 'twice', at: minutes(-2), text: 'first' },
    { id: 'twice', at: minutes(-9), text: 'second' },
  ]
  const news = await takeNewEvents(events, now, keep)
  expect(news.map(({ text }) => text)).toEqual(['first'])
  expect(kept.get('twice')).toMatchObject({ text: 'first' })
})

test('an event from far ahead of the server counts as of now', async () => {
  const events = [
    { id: 'ahead', at: minutes(6) },
    { id: 'a little ahead', at: minutes(4) },
  ]
  const news = await takeNewEvents(events, now, tableWith().keep)
  expect(news.map(({ id, when }) => [id, when.toISOString()])).toEqual([
    ['ahead', minutes(0)],
    ['a little ahead', minutes(4)],
  ])
})

test('reported at once or in two reports, each id is news once, and news are in the order of time', async () => {
  const event = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    at: fc.integer({ min: -9, max: 0 }).map(minutes),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(event), fc.array(event), async (first, second) => {
      const { keep } = tableWith()
      const one = await takeNewEvents(first, now, keep)
      const two = await takeNewEvents(second, now, keep)
      const ids = [...one, ...two].map(({ id }) => id)
      expect(new Set(ids)).toEqual(new Set([...first, ...second].map(({ id }) => id)))
      expect(ids).toHaveLength(new Set(ids).size)
      for (const news of [one, two])
        expect(news.map(({ when }) => when)).toEqual(
          news.map(({ when }) => when).toSorted((a, b) => a.getTime() - b.getTime()),
        )
    }),
  )
})
