import { expect, test } from 'vitest'
import { turnableClock } from '../../test/clock.ts'
import { Breaker } from './breaker.ts'
import { inTurns } from './in-turns.ts'
import { ProviderError } from './provider-error.ts'
import { openLog } from '../lib/log.ts'

/** Work that goes on until the test ends it, and the items that it was begun for. */
function heldWork() {
  const begun: number[] = []
  const held = new Map<number, { resolve: (value: string) => void; reject: (error: Error) => void }>()
  const work = (item: number): Promise<string> => {
    begun.push(item)
    return new Promise((resolve, reject) => held.set(item, { resolve, reject }))
  }
  return { begun, work, end: (item: number) => held.get(item)?.resolve(`done ${item}`), held }
}

const newBreaker = () => new Breaker('SendGrid', { clock: turnableClock(), log: openLog('silent') })
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('so many run at once, and the results come in the order of the items', async () => {
  const { begun, work, end } = heldWork()
  const all = inTurns([0, 1, 2], 2, work, newBreaker())
  await turn()
  expect(begun).toEqual([0, 1])
  end(1)
  await turn()
  expect(begun).toEqual([0, 1, 2])
  end(2)
  end(0)
  expect(await all).toEqual(['done 0', 'done 1', 'done 2'])
})

test('after a failure nothing more is begun', async () => {
  const { begun, work, end, held } = heldWork()
  const all = inTurns([0, 1, 2, 3], 2, work, newBreaker())
  await turn()
  held.get(0)?.reject(new Error('refused'))
  await expect(all).rejects.toThrow('refused')
  end(1)
  await turn()
  expect(begun).toEqual([0, 1])
})

test('after an outage the first item runs alone, and its answer opens the way for the others', async () => {
  const clock = turnableClock()
  const breaker = new Breaker('SendGrid', { clock, log: openLog('silent') })
  const silent = () => Promise.reject(new ProviderError('SendGrid', 'unavailable', 'silent'))
  for (let failures = 0; failures < 5; failures += 1)
    await expect(breaker.ask(silent)).rejects.toThrow('silent')
  expect(breaker.state).toBe('open')
  clock.turn(30)
  const { begun, work, end } = heldWork()
  const all = inTurns([0, 1, 2], 3, (item) => breaker.ask(() => work(item)), breaker)
  await turn()
  expect(begun).toEqual([0])
  end(0)
  await turn()
  expect(begun).toEqual([0, 1, 2])
  end(1)
  end(2)
  expect(await all).toEqual(['done 0', 'done 1', 'done 2'])
})
