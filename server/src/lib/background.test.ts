import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Background, repeat } from './background.ts'

const logged: unknown[] = []
const note = (event: string, facts?: object): void => void logged.push([event, facts])
const log = { info: note, warn: note, error: note }
let background: Background | undefined

beforeEach(() => vi.useFakeTimers())
afterEach(async () => {
  await background?.stop()
  logged.length = 0
  vi.useRealTimers()
})

test('it works again and again, never twice at once', async () => {
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  background = repeat('made-up', { everyMs: 1_000, log, work })
  await vi.advanceTimersByTimeAsync(3_500)
  expect(work).toHaveBeenCalledTimes(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(work).toHaveBeenCalledTimes(2)
  ends[1]?.()
})

test('a failure is logged, and the next round comes', async () => {
  const work = vi.fn(() => Promise.reject(new Error('away')))
  background = repeat('made-up', { everyMs: 1_000, log, work })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(work).toHaveBeenCalledTimes(2)
  expect(logged[0]).toEqual(['made-up', expect.objectContaining({ error: 'away' })])
})

test('to stop asks what is under way to give up, which is no failure', async () => {
  const work = vi.fn(
    (signal: AbortSignal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('given up'))),
      ),
  )
  background = repeat('made-up', { everyMs: 1_000, log, work })
  await vi.advanceTimersByTimeAsync(1_000)
  await background.stop()
  expect(work).toHaveBeenCalledTimes(1)
  expect(logged).toEqual([])
})

test('to stop waits for what is under way and begins nothing more', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = vi.fn(() => promise)
  background = repeat('made-up', { everyMs: 1_000, log, work })
  await vi.advanceTimersByTimeAsync(1_000)
  let stopped = false
  const stopping = background.stop().then(() => {
    stopped = true
  })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(stopped).toBe(false)
  resolve()
  await stopping
  await vi.advanceTimersByTimeAsync(5_000)
  expect(work).toHaveBeenCalledTimes(1)
})

test('when its runs last ended well and last failed is known', async () => {
  const outcomes = [() => Promise.resolve(), () => Promise.reject(new Error('away'))]
  const work = vi.fn(() => outcomes.shift()?.() ?? new Promise<void>(() => undefined))
  const began = Date.now()
  background = repeat('made-up', { everyMs: 1_000, log, work })
  expect(background.task).toEqual({ name: 'made-up', everyMs: 1_000, doneAt: null, failedAt: null })
  await vi.advanceTimersByTimeAsync(1_500)
  expect(background.task).toMatchObject({ doneAt: new Date(began + 1_000), failedAt: null })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(background.task).toMatchObject({
    doneAt: new Date(began + 1_000),
    failedAt: new Date(began + 2_000),
  })
  background = undefined
})
