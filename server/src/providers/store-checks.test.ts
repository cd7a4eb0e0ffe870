import { expect, test } from 'vitest'
import { turnableClock } from '../../test/clock.ts'
import type { ObjectStore, PlacedStore, StoreProblem } from './object-store.ts'
import { StoreChecks } from './store-checks.ts'

/** A store that only supports checks and counts them. */
function storeAt(place: string, answer: StoreProblem | undefined): PlacedStore & { asked: () => number } {
  let asked = 0
  const check = (): Promise<StoreProblem | undefined> => {
    asked += 1
    return Promise.resolve(answer)
  }
  return { place, store: { check } as ObjectStore, asked: () => asked }
}

test('whoever asks at the same time or within five seconds shares one question', async () => {
  const clock = turnableClock()
  const checks = new StoreChecks(clock)
  const store = storeAt('pool 3', 'unreachable')
  const ask = () => checks.check(store)
  expect(await Promise.all(Array.from({ length: 50 }, ask))).toEqual(Array(50).fill('unreachable'))
  clock.turn(4)
  await ask()
  expect(store.asked()).toBe(1)
  clock.turn(1)
  await ask()
  expect(store.asked()).toBe(2)
  clock.turn(-3600)
  await ask()
  expect(store.asked()).toBe(3)
})

test('after a setup it is asked anew; without credentials nothing is kept', async () => {
  const checks = new StoreChecks(turnableClock())
  const [missing, unusable] = [storeAt('agency 1', 'missing'), storeAt('agency 2', 'config')]
  await checks.check(missing)
  checks.forget('agency 1')
  await checks.check(missing)
  for (let time = 0; time < 2; time += 1) expect(await checks.check(unusable)).toBe('config')
  expect([missing.asked(), unusable.asked()]).toEqual([2, 2])
})

test('thirty stores are asked within ten seconds, then nobody until time has passed', async () => {
  const clock = turnableClock()
  const checks = new StoreChecks(clock)
  const stores = Array.from({ length: 31 }, (_, at) => storeAt(`agency ${at}`, undefined))
  const results = await Promise.all(stores.map((store) => checks.check(store)))
  expect(results).toEqual([...Array<undefined>(30).fill(undefined), 'busy'])
  // Cached results are still returned.
  expect(await checks.check(stores[0] ?? storeAt('', undefined))).toBeUndefined()
  clock.turn(10)
  expect(await checks.check(stores[30] ?? storeAt('', undefined))).toBeUndefined()
})
