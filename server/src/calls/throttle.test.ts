import { expect, test } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import type { Caller } from '../auth/actor.ts'
import { plusSeconds } from '../lib/clock.ts'
import { HttpFailure } from './refusal.ts'
import { signInsPerMinute, Throttle } from './throttle.ts'

const { db } = useDatabase()
const now = new Date('2026-11-23T12:00:00Z')
const nobody: Caller = { session: null, agencyId: null }
const person = (sessionId: number) => ({ session: { sessionId }, agencyId: null }) as unknown as Caller
const software = (agencyId: number): Caller => ({ session: null, agencyId })

const throttle = () => new Throttle(db, { session: 3, agent: 2 })
/** The seconds of Retry-After with which a request is refused; 0 if it is let through. */
async function wait(counting: Promise<void>): Promise<number> {
  try {
    await counting
    return 0
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
    const seconds = error.headers['retry-after']
    const unit = seconds === '1' ? 'second' : 'seconds'
    const sentence = `Too many requests. Please wait ${seconds} ${unit} and try again.`
    expect([error.status, error.message]).toEqual([429, sentence])
    return Number(seconds)
  }
}

test('a session and an agency’s software have as many requests in ten seconds as are set, each its own', async () => {
  const counts = throttle()
  const ask = (caller: Caller, seconds = 0) =>
    wait(counts.count('usual', caller, '', plusSeconds(now, seconds)))
  for (const expected of [0, 0, 0, 10, 10]) expect(await ask(person(7))).toBe(expected)
  for (const expected of [0, 0, 10]) expect(await ask(software(7))).toBe(expected)
  expect([await ask(person(8)), await ask(software(8))]).toEqual([0, 0])
  expect(await ask(person(7), 9)).toBe(10)
  expect([await ask(person(7), 10), await ask(software(7), 10)]).toEqual([0, 0])
  for (let at = 0; at < 20; at += 1) expect(await ask(nobody)).toBe(0)
})

test('a clock that goes back holds nobody up', async () => {
  const counts = throttle()
  for (let at = 0; at < 4; at += 1) await wait(counts.count('usual', person(7), '', now))
  expect(await wait(counts.count('usual', person(7), '', plusSeconds(now, -10)))).toBe(0)
})

test('sign-ins from one place are counted by all processes together, for a minute', async () => {
  const [one, other] = [throttle(), throttle()]
  const signIn = (by: Throttle, place: string, seconds = 0) =>
    wait(by.count('signin', nobody, place, plusSeconds(now, seconds)))
  for (let at = 0; at < signInsPerMinute; at += 1)
    expect(await signIn(at % 2 === 0 ? one : other, '203.0.113.7')).toBe(0)
  expect(await signIn(one, '203.0.113.7', 20)).toBe(40)
  expect(await signIn(other, '203.0.113.7', 59)).toBe(1)
  expect(await signIn(one, '203.0.113.8', 20)).toBe(0)
  expect(await signIn(one, '203.0.113.7', 60)).toBe(0)
})
