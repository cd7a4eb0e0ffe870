import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Agenda } from './agenda.ts'
import { backoffMs } from './backoff.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

test('everything comes in the order in which it is due, with one timer however much there is', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1 }), (delays) => {
      const agenda = new Agenda()
      const came: number[] = []
      for (const delay of delays) agenda.in(delay, () => came.push(delay))
      expect(vi.getTimerCount()).toBe(1)
      vi.advanceTimersByTime(5_000)
      expect(came).toEqual(delays.toSorted((a, b) => a - b))
      expect(vi.getTimerCount()).toBe(0)
    }),
  )
})

test('what is put on while the timer runs comes too', () => {
  const agenda = new Agenda()
  const came: string[] = []
  agenda.in(100, () => {
    came.push('first')
    agenda.in(50, () => came.push('later'))
  })
  agenda.in(200, () => came.push('last'))
  vi.advanceTimersByTime(150)
  expect(came).toEqual(['first', 'later'])
  agenda.in(10, () => came.push('earlier than the last'))
  vi.advanceTimersByTime(50)
  expect(came).toEqual(['first', 'later', 'earlier than the last', 'last'])
})

test('closing ends every pause, and nothing pauses any more', async () => {
  const agenda = new Agenda()
  const pauses = [agenda.pause(60_000), agenda.pause(1_000)]
  agenda.close()
  await Promise.all(pauses)
  await agenda.pause(60_000)
  expect(vi.getTimerCount()).toBe(0)
})

test('tries grow rarer up to half a minute, and never all at once', () => {
  const failures = fc.integer({ min: 0, max: 100 })
  const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
  fc.assert(
    fc.property(failures, chance, (count, random) => {
      const wait = backoffMs(count, () => random)
      expect(wait).toBeGreaterThanOrEqual(125)
      expect(wait).toBeLessThanOrEqual(30_000)
      expect(backoffMs(count + 1, () => random)).toBeGreaterThanOrEqual(wait)
    }),
  )
  expect(backoffMs(0, () => 0.999)).toBeLessThan(250)
  expect(backoffMs(20, () => 0)).toBe(15_000)
})
