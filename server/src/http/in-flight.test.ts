import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { InFlight } from './in-flight.ts'

/** Whether a promise has resolved by now. */
const isOver = (promise: Promise<void>): Promise<boolean> =>
  Promise.race([promise.then(() => true), turn(false)])

test('whoever waits for the end of all requests is told when the last one ends, and at once without any', async () => {
  const inFlight = new InFlight()
  await inFlight.ended()
  const [one, other] = [inFlight.begin(), inFlight.begin()]
  const waiting = [inFlight.ended(), inFlight.ended()]
  one()
  expect(await Promise.all(waiting.map(isOver))).toEqual([false, false])
  other()
  await Promise.all(waiting)
  const third = inFlight.begin()
  const later = inFlight.ended()
  expect(await isOver(later)).toBe(false)
  third()
  await later
  expect(inFlight.isStopping).toBe(false)
})
