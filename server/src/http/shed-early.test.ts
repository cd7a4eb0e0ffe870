import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { InTurns } from './shed-early.ts'

test('what comes at once is refused a few in a turn of the event loop, in order and to the last', async () => {
  const turns = new InTurns()
  const done: number[] = []
  const asked = Array.from({ length: 100 }, (_, number) => number)
  for (const number of asked) turns.add(() => done.push(number))
  const counts = [done.length]
  for (let passed = 0; passed < 5; passed += 1) {
    await turn()
    counts.push(done.length)
  }
  expect(counts).toEqual([0, 32, 64, 96, 100, 100])
  expect(done).toEqual(asked)
  turns.add(() => done.push(100))
  await turn()
  expect(done).toHaveLength(101)
})
