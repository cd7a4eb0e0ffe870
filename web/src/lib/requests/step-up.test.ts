import { expect, test } from 'vitest'
import { createStepUp, type StepUpQuestion } from './step-up.ts'

const question = (says = 'Who is it?'): StepUpQuestion => ({
  path: '/',
  says,
  asked: { by: ['password'] },
  judge: () => Promise.resolve(null),
})
const make = () => Promise.resolve(question())
const asked = (stepUp: ReturnType<typeof createStepUp>) => expect.poll(() => stepUp.current() !== null)

test('everybody who asks meanwhile gets the one answer', async () => {
  const stepUp = createStepUp()
  const seen: boolean[] = []
  stepUp.subscribe(() => seen.push(stepUp.current() !== null))
  const [one, other] = [stepUp.askOnce(make), stepUp.askOnce(make)]
  await asked(stepUp).toBe(true)
  stepUp.settle(true)
  expect(await Promise.all([one, other])).toEqual([true, true])
  expect(seen).toEqual([true, false])
})

test('after an answer the next one is asked anew', async () => {
  const stepUp = createStepUp()
  const first = stepUp.askOnce(make)
  await asked(stepUp).toBe(true)
  stepUp.settle(false)
  expect(await first).toBe(false)
  const second = stepUp.askOnce(make)
  await asked(stepUp).toBe(true)
  stepUp.settle(true)
  expect(await second).toBe(true)
})

test('a question about one call has an answer of its own and waits for its turn', async () => {
  const stepUp = createStepUp()
  const [one, other] = [stepUp.ask(question('one')), stepUp.ask(question('other'))]
  expect(stepUp.current()?.says).toBe('one')
  stepUp.settle(false)
  expect(stepUp.current()?.says).toBe('other')
  stepUp.settle(true)
  expect(await Promise.all([one, other])).toEqual([false, true])
})

test('a question that could not be put is no answer, and the next one is asked anew', async () => {
  const stepUp = createStepUp()
  await expect(stepUp.askOnce(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  const next = stepUp.askOnce(make)
  await asked(stepUp).toBe(true)
  stepUp.settle(true)
  expect(await next).toBe(true)
})

test('an answer nobody waits for is none', () => {
  const stepUp = createStepUp()
  stepUp.settle(true)
  expect(stepUp.current()).toBeNull()
})
