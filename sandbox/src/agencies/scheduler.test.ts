import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Scheduler } from './scheduler.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

test('actions come when they are due, those put on meanwhile too, and leave nothing behind', () => {
  const scheduler = new Scheduler()
  const came: string[] = []
  scheduler.in(100, () => {
    came.push('first')
    scheduler.in(50, () => came.push('third'))
  })
  scheduler.in(120, () => came.push('second'))
  vi.advanceTimersByTime(149)
  expect(came).toEqual(['first', 'second'])
  vi.advanceTimersByTime(1)
  expect(came).toEqual(['first', 'second', 'third'])
  expect(vi.getTimerCount()).toBe(0)
})

test('closing ends every pause, and nothing pauses any more', async () => {
  const scheduler = new Scheduler()
  const pauses = [scheduler.pause(60_000), scheduler.pause(1_000)]
  scheduler.close()
  await Promise.all(pauses)
  await scheduler.pause(60_000)
  expect(vi.getTimerCount()).toBe(0)
})
