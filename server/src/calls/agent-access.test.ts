import { beforeAll, beforeEach, expect, test } from 'vitest'
import { giveAgentKey, testAgentKey } from '../../test/agent-keys.ts'
import { turnableClock } from '../../test/clock.ts'
import { useDatabase } from '../../test/use-database.ts'
import { guessesPerAgency, KeyGuesses } from '../auth/key-guesses.ts'
import { KeyUses } from '../auth/key-uses.ts'
import { plusSeconds } from '../lib/clock.ts'
import { assertFewGuesses, requireAgent } from './agent-access.ts'

const agencyId = 6938
const { db } = useDatabase()
const clock = turnableClock()
const now = clock.now()
let keyGuesses: KeyGuesses
let keyUses: KeyUses
beforeAll(() => giveAgentKey(db, clock, agencyId))
beforeEach(() => {
  keyGuesses = new KeyGuesses()
  keyUses = new KeyUses()
})

const guess = (number: number): string => `Bearer ${agencyId}.a-guess-of-more-than-32-characters-${number}`
const right = `Bearer ${testAgentKey(agencyId)}`
const from = (authorization: string | undefined, network = '203.0.113.7') => ({
  authorization,
  getNetwork: () => network,
})
const show = (authorization: string | undefined, at = now) =>
  requireAgent({ db, keyUses, keyGuesses }, from(authorization), at)
const unknown = { status: 401, message: 'Unknown agency key.', headers: { 'www-authenticate': 'Bearer' } }
const held = (seconds: number) => ({
  status: 429,
  message: `Too many unknown agency keys came from here. Please wait ${seconds} seconds and try again.`,
  headers: { 'retry-after': String(seconds) },
})

test('a key is that of its agency, and its use is noted', async () => {
  expect(await show(right)).toBe(agencyId)
  await keyUses.save(db)
  const [row] = await db.read.selectFrom('agency_key').select('last_used_at').execute()
  expect(row?.last_used_at).toEqual(now)
})

test.each([undefined, '', 'Bearer nothing', guess(1), right.replace(String(agencyId), '6939')])(
  '%s is no key',
  async (authorization) => {
    await expect(show(authorization)).rejects.toMatchObject(unknown)
  },
)

test('after ten wrong keys the next is refused for the rest of the minute, before it is looked up', async () => {
  for (let at = 0; at < guessesPerAgency; at += 1)
    await expect(show(guess(at))).rejects.toMatchObject(unknown)
  const later = plusSeconds(now, 20)
  await expect(show(guess(99), later)).rejects.toMatchObject(held(40))
  expect(() => assertFewGuesses(keyGuesses, from(guess(99)), later)).toThrow(
    expect.objectContaining(held(40)),
  )
  // Another network, no key at all, or the minute after it.
  for (const [shown, at] of [
    [from(guess(99), '203.0.113.8'), later],
    [from(undefined), later],
    [from('Bearer nothing'), later],
    [from(guess(99)), plusSeconds(now, 60)],
  ] as const)
    expect(() => assertFewGuesses(keyGuesses, shown, at)).not.toThrow()
})

test('a wrong key counts once however often it is shown, and a right one not at all', async () => {
  for (let at = 0; at < 2 * guessesPerAgency; at += 1) {
    await expect(show(guess(0))).rejects.toMatchObject(unknown)
    expect(await show(right)).toBe(agencyId)
  }
  expect(() => assertFewGuesses(keyGuesses, from(guess(1)), now)).not.toThrow()
})

test('a key that could not be looked up is no guess: what fails is reported as it is, and nobody is held up by it', async () => {
  await db.write.schema.alterTable('agency_key').renameTo('agency_key_away').execute()
  for (let at = 0; at < 2 * guessesPerAgency; at += 1)
    await expect(show(guess(at))).rejects.toMatchObject({ code: '42P01' })
  await db.write.schema.alterTable('agency_key_away').renameTo('agency_key').execute()
  expect(await show(right)).toBe(agencyId)
  await expect(show(guess(99))).rejects.toMatchObject(unknown)
})
