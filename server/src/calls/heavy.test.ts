import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type EndTurn, HeavyTurns } from './heavy.ts'
import type { HttpFailure } from './refusal.ts'

let turns: HeavyTurns
const begun: string[] = []
const ends = new Map<string, EndTurn>()

beforeEach(() => {
  vi.useFakeTimers()
  turns = new HeavyTurns()
  begun.length = 0
  ends.clear()
})
afterEach(() => void vi.useRealTimers())

/** Requests a turn and notes when it begins; returns the failure if it is refused. */
function ask(name: string, staffId: number, call = 'module.list'): Promise<HttpFailure | undefined> {
  return turns.take(call, staffId).then(
    (end) => {
      begun.push(name)
      ends.set(name, end)
      return undefined
    },
    (error: unknown) => error as HttpFailure,
  )
}

async function end(name: string): Promise<void> {
  ends.get(name)?.()
  await vi.advanceTimersByTimeAsync(0)
}

test('two people at once, one answer each; the others follow in the order in which they came', async () => {
  void Promise.all([ask('a', 1), ask('a again', 1), ask('b', 2), ask('c', 3), ask('d', 4)])
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  expect(begun).toEqual(['a', 'b', 'c', 'a again'])
  await end('a')
  expect(begun).toHaveLength(4)
  await end('c')
  expect(begun).toEqual(['a', 'b', 'c', 'a again', 'd'])
})

test('who has waited two seconds is told when to try again, and why', async () => {
  void ask('a', 1)
  void ask('b', 2)
  const own = ask('a again', 1)
  const full = ask('c', 3)
  await vi.advanceTimersByTimeAsync(2_000)
  const answers = [await own, await full].map((failure) => [
    failure?.status,
    failure?.headers,
    failure?.message,
  ])
  expect(answers).toEqual([
    [
      429,
      { 'retry-after': '5' },
      'This is a large answer, and you are loading it already. Please wait until it has come, then try again.',
    ],
    [
      429,
      { 'retry-after': '5' },
      'This is a large answer that others are loading at the moment. Please try again in 5 seconds.',
    ],
  ])
  await end('a')
  expect(begun).toEqual(['a', 'b'])
})

test('a person has three waiting at most, and keeps nobody else from waiting', async () => {
  void ask('a', 1)
  void Promise.all([ask('a 2', 1), ask('a 3', 1), ask('a 4', 1)])
  expect((await ask('a 5', 1))?.status).toBe(429)
  void Promise.all([ask('b', 2), ask('c', 3)])
  await vi.advanceTimersByTimeAsync(0)
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('calls do not wait for one another', async () => {
  void Promise.all([ask('a', 1), ask('b', 2), ask('other', 1, 'module.export')])
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['a', 'b', 'other'])
})
