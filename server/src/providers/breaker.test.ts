import { beforeEach, expect, test } from 'vitest'
import { type TurnableClock, turnableClock } from '../../test/clock.ts'
import { Breaker } from './breaker.ts'
import { ProviderError, type ProviderFailure } from './provider-error.ts'

const provider = 'back office'
let clock: TurnableClock
let logged: string[]
let breaker: Breaker
beforeEach(() => {
  clock = turnableClock()
  logged = []
  const note = (event: string): void => void logged.push(event)
  breaker = new Breaker(provider, { clock, log: { info: note, warn: note, error: note } })
})

const answer = (): Promise<string> => Promise.resolve('answer')
const fails =
  (kind: ProviderFailure): (() => Promise<never>) =>
  () =>
    Promise.reject(new ProviderError(provider, kind, 'the question failed'))
const silent = fails('unavailable')

async function failures(count: number): Promise<void> {
  for (let time = 0; time < count; time += 1)
    await expect(breaker.ask(silent)).rejects.toThrow('the question failed')
}

const isLeftAlone = (): Promise<void> =>
  expect(breaker.ask(answer)).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'back office has not answered lately',
  })

test('it opens after five failures in a row, and not when an answer came in between', async () => {
  await failures(4)
  expect(await breaker.ask(answer)).toBe('answer')
  await failures(4)
  expect(await breaker.ask(answer)).toBe('answer')
  await failures(5)
  await isLeftAlone()
  expect(logged).toEqual(['provider.resting'])
})

test('quick failures of requests that were under way together are one; those that took seconds count each', async () => {
  const together = async (seconds: number): Promise<void> => {
    const { promise, reject } = Promise.withResolvers<never>()
    const asked = Promise.allSettled(
      Array.from({ length: 8 }, () => breaker.ask((attempt) => attempt(() => promise))),
    )
    clock.turn(seconds)
    reject(new ProviderError(provider, 'unavailable', 'the question failed'))
    for (const one of await asked)
      expect(one).toMatchObject({ reason: { message: 'the question failed', kind: 'unavailable' } })
  }
  for (let count = 1; count <= 4; count += 1) {
    await together(1)
    expect(breaker.facts).toMatchObject({ state: 'closed', failures: count })
  }
  expect(await breaker.ask(answer)).toBe('answer')
  await together(8)
  await isLeftAlone()
})

test.each(['auth', 'notFound', 'invalid', 'rateLimited', 'protocol'] as const)(
  'a refusal (%s) is an answer',
  async (kind) => {
    await failures(4)
    await expect(breaker.ask(fails(kind))).rejects.toMatchObject({ kind })
    await failures(4)
    expect(await breaker.ask(answer)).toBe('answer')
  },
)

test('pauses between attempts are no waiting for the provider: requests that pause together are one failure', async () => {
  const { promise: paused, resolve: resume } = Promise.withResolvers<void>()
  let failed = 0
  const pause = (): Promise<void> => {
    failed += 1
    if (failed === 8) {
      clock.turn(3)
      resume()
    }
    return paused
  }
  const asked = Array.from({ length: 8 }, () =>
    breaker.ask(async (attempt) => {
      await attempt(silent).catch(pause)
      return attempt(silent)
    }),
  )
  for (const one of await Promise.allSettled(asked)) expect(one.status).toBe('rejected')
  expect(breaker.facts).toMatchObject({ state: 'closed', failures: 1 })
})

test('what it knows begins with nothing, and names the last question, the last answer and the failures since', async () => {
  const never = { state: 'closed', askedAt: undefined, answeredAt: undefined, failures: 0 }
  expect(breaker.facts).toEqual(never)
  const first = clock.now()
  expect(await breaker.ask(answer)).toBe('answer')
  expect(breaker.facts).toEqual({ ...never, askedAt: first, answeredAt: first })
  clock.turn(60)
  await failures(2)
  expect(breaker.facts).toEqual({ ...never, askedAt: clock.now(), answeredAt: first, failures: 2 })
  clock.turn(60)
  await expect(breaker.ask(fails('rateLimited'))).rejects.toThrow('the question failed')
  const refused = clock.now()
  expect(breaker.facts).toEqual({ ...never, askedAt: refused, answeredAt: refused })
  await failures(5)
  clock.turn(1)
  await isLeftAlone()
  expect(breaker.facts).toEqual({ state: 'open', askedAt: refused, answeredAt: refused, failures: 5 })
  clock.turn(29)
  expect(await breaker.ask(answer)).toBe('answer')
  expect(breaker.facts).toEqual({ ...never, askedAt: clock.now(), answeredAt: clock.now() })
})

test('after half a minute one question tries it while the others do not wait; an answer closes it', async () => {
  await failures(5)
  clock.turn(29)
  await isLeftAlone()
  clock.turn(1)
  const { promise, resolve } = Promise.withResolvers<string>()
  const trial = breaker.ask(() => promise)
  await isLeftAlone()
  resolve('back')
  expect(await trial).toBe('back')
  expect(await Promise.all([breaker.ask(answer), breaker.ask(answer)])).toEqual(['answer', 'answer'])
  expect(logged).toEqual(['provider.resting', 'provider.back'])
  await failures(4)
  expect(await breaker.ask(answer)).toBe('answer')
})

test('a trial without an answer means half a minute more', async () => {
  await failures(5)
  clock.turn(30)
  await failures(1)
  clock.turn(29)
  await isLeftAlone()
  clock.turn(1)
  expect(await breaker.ask(answer)).toBe('answer')
})

test('what was asked before and fails during the rest does not prolong it', async () => {
  const { promise, reject } = Promise.withResolvers<string>()
  const early = breaker.ask(() => promise)
  await failures(5)
  clock.turn(20)
  reject(new ProviderError(provider, 'unavailable', 'too late'))
  await expect(early).rejects.toThrow('too late')
  clock.turn(10)
  expect(await breaker.ask(answer)).toBe('answer')
})

test('a clock that was set back does not prolong the rest, and a fault of ours is no failure of the provider', async () => {
  await failures(5)
  clock.turn(-3_600)
  const ours = breaker.ask(() => Promise.reject(new TypeError('ours')))
  await expect(ours).rejects.toThrow('ours')
  expect(await breaker.ask(answer)).toBe('answer')
})
