import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { guessesPerNetwork, KeyGuesses } from './key-guesses.ts'

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
