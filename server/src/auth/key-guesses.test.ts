import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { guessesPerAgency, guessesPerNetwork, KeyGuesses, type ShownKey } from './key-guesses.ts'

const now = new Date('2026-11-23T12:00:00Z')
const network = (): string => '203.0.113.7'
const keyOf = (agencyId: number) => ({ agencyId, keyHash: randomBytes(32) })

test('however many agencies behind one address come at once, as after a restart, none of them is held up', () => {
  const guesses = new KeyGuesses()
  const keys = Array.from({ length: guessesPerNetwork * 2 }, (_, at) => keyOf(at + 1))
  for (const key of keys) {
    expect(guesses.waitSeconds(key, network, now)).toBeUndefined()
    guesses.begin(key, network)
  }
  const wrong = keys.slice(0, guessesPerNetwork)
  for (const key of wrong) guesses.wrong(key, network)
  expect(guesses.waitSeconds(keyOf(9_999), network, now)).toBe(60)
  for (const key of keys.slice(guessesPerNetwork)) guesses.right(key, network)
  expect(guesses.waitSeconds(keyOf(9_999), network, now)).toBe(60)
  const [known = keyOf(1)] = keys.slice(guessesPerNetwork)
  expect(guesses.waitSeconds(known, network, now)).toBeUndefined()
})

const elsewhere = (): string => '198.51.100.9'

/** In the minute that begins now. */
function begun(): KeyGuesses {
  const guesses = new KeyGuesses()
  guesses.waitSeconds(keyOf(1), network, now)
  return guesses
}

/** Looks up wrong keys of an agency, one after another. */
function guess(guesses: KeyGuesses, agencyId: number, times: number, from = network): void {
  for (let at = 0; at < times; at += 1) {
    const key = keyOf(agencyId)
    guesses.begin(key, from)
    guesses.wrong(key, from)
  }
}
const isHeldUp = (guesses: KeyGuesses, key: ShownKey, from = network, at = now): boolean =>
  guesses.waitSeconds(key, from, at) !== undefined

test('ten wrong keys of an agency hold up its next one from there, no other agency and no other network', () => {
  const guesses = begun()
  guess(guesses, 1, guessesPerAgency - 1)
  expect(isHeldUp(guesses, keyOf(1))).toBe(false)
  guess(guesses, 1, 1)
  expect(isHeldUp(guesses, keyOf(1))).toBe(true)
  expect([isHeldUp(guesses, keyOf(2)), isHeldUp(guesses, keyOf(1), elsewhere)]).toEqual([false, false])
})

test('whoever is held up is told how much of the minute is left, and is free when it is over', () => {
  const guesses = begun()
  guess(guesses, 1, guessesPerAgency)
  const waits = (ms: number) => guesses.waitSeconds(keyOf(1), network, new Date(now.getTime() + ms))
  expect([waits(0), waits(500), waits(59_000), waits(59_999)]).toEqual([60, 60, 1, 1])
  expect(waits(60_000)).toBeUndefined()
  expect(waits(0)).toBeUndefined()
})

test('a key whose lookup failed was no guess, and one that is sent again is the same guess', () => {
  const guesses = begun()
  const same = keyOf(1)
  guess(guesses, 1, guessesPerAgency - 1)
  for (let at = 0; at < 5; at += 1) {
    const failed = keyOf(1)
    guesses.begin(failed, network)
    guesses.giveBack(failed, network)
  }
  expect(isHeldUp(guesses, keyOf(1))).toBe(false)
  for (let at = 0; at < 5; at += 1) {
    guesses.begin(same, network)
    guesses.wrong(same, network)
  }
  expect(isHeldUp(guesses, keyOf(1))).toBe(true)
})

test('wrong keys count for the network once each, whichever agencies they name', () => {
  const guesses = begun()
  const same = keyOf(1)
  for (let at = 0; at < guessesPerNetwork; at += 1) {
    guesses.begin(same, network)
    guesses.wrong(same, network)
  }
  expect(isHeldUp(guesses, keyOf(500))).toBe(false)
  for (let agencyId = 2; agencyId <= guessesPerNetwork; agencyId += 1) guess(guesses, agencyId, 1)
  expect(isHeldUp(guesses, keyOf(500))).toBe(true)
  expect(isHeldUp(guesses, keyOf(500), elsewhere)).toBe(false)
})

test('the current key of an agency and the one before are never held up; one before these, or one revoked, is', () => {
  const guesses = begun()
  const [first, second, third] = [keyOf(1), keyOf(1), keyOf(1)]
  for (const key of [first, second, third]) {
    guesses.begin(key, network)
    guesses.right(key, network)
  }
  guess(guesses, 1, guessesPerAgency)
  expect([first, second, third].map((key) => isHeldUp(guesses, key))).toEqual([true, false, false])
  guesses.wrong(third, network)
  expect([second, third].map((key) => isHeldUp(guesses, key))).toEqual([false, true])
})

test('keys of 50,000 agencies are remembered; then the one with no new key for longest is forgotten', () => {
  const guesses = begun()
  const keys = Array.from({ length: 50_001 }, (_, at) => ({
    agencyId: at + 1,
    keyHash: Buffer.from(String(at)),
  }))
  for (const key of keys) guesses.right(key, network)
  for (const agencyId of [1, 2, 50_001]) guess(guesses, agencyId, guessesPerAgency)
  expect([keys[0], keys[1], keys[50_000]].map((key) => key && isHeldUp(guesses, key))).toEqual([
    true,
    false,
    false,
  ])
})

test('a new key of a remembered agency forgets no other agency', () => {
  const guesses = begun()
  const keys = Array.from({ length: 50_000 }, (_, at) => ({
    agencyId: at + 1,
    keyHash: Buffer.from(String(at)),
  }))
  for (const key of keys) guesses.right(key, network)
  guesses.right(keyOf(2), network)
  guess(guesses, 1, guessesPerAgency)
  expect(isHeldUp(guesses, keys[0] ?? keyOf(1))).toBe(false)
})

test('10,000 networks are tracked; one more is not held up, and those go on being', () => {
  const guesses = begun()
  guess(guesses, 1, guessesPerAgency - 1)
  for (let at = 1; at < 10_000; at += 1) guess(guesses, 1, 1, () => `network ${at}`)
  guess(guesses, 1, guessesPerAgency, () => 'one more')
  expect(isHeldUp(guesses, keyOf(1), () => 'one more')).toBe(false)
  guess(guesses, 1, 1)
  expect(isHeldUp(guesses, keyOf(1))).toBe(true)
})
