import { expect, test } from 'vitest'
import { createStepUp } from './step-up.ts'

test('everybody who asks meanwhile gets the one answer', async () => {
  const stepUp = createStepUp()
  const seen: boolean[] = []
  stepUp.subscribe(() => seen.push(stepUp.isAsked()))
  const [one, other] = [stepUp.ask(), stepUp.ask()]
  expect(stepUp.isAsked()).toBe(true)
  stepUp.settle(true)
  expect(await Promise.all([one, other])).toEqual([true, true])
  expect(seen).toEqual([true, false])
})

test('after an answer the next one is asked anew', async () => {
  const stepUp = createStepUp()
  const first = stepUp.ask()
  stepUp.settle(false)
  expect(await first).toBe(false)
  const second = stepUp.ask()
  expect(stepUp.isAsked()).toBe(true)
  stepUp.settle(true)
  expect(await second).toBe(true)
})

test('an answer nobody waits for is none', () => {
  const stepUp = createStepUp()
  stepUp.settle(true)
  expect(stepUp.isAsked()).toBe(false)
})
