import { hash } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import { expect, test, vi } from 'vitest'
import { hashPassword, maxAtOnce, maxWaiting, TooManyHashes, verifyPassword } from './hash.ts'
import { signInNameHash } from './name-hash.ts'

// A spy counts the calls; the real hashing still runs.
vi.mock('@node-rs/argon2', { spy: true })

test('a hash is argon2id with the agreed cost, and fits only the very same text', async () => {
  const stored = await hashPassword('three green boats')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(stored, 'three green boats')).toBe(true)
  for (const other of ['three green boats ', 'Three green boats', 'three green boats\0', 'three green boat'])
    expect(await verifyPassword(stored, other)).toBe(false)
})

test('composed and decomposed letters are different passwords', async () => {
  const stored = await hashPassword('caf\u00e9 at the harbour')
  expect(await verifyPassword(stored, 'cafe\u0301 at the harbour')).toBe(false)
})

test('long passwords count to the last byte', async () => {
  const stored = await hashPassword(`${'x'.repeat(79)}a`)
  expect(await verifyPassword(stored, `${'x'.repeat(79)}b`)).toBe(false)
})

test('as many are hashed at once as leave a core, twenty wait, and one more is refused until there is room again', async () => {
  const spare = Math.max(1, availableParallelism() - 1)
  expect(maxAtOnce).toBe(Math.min(3, spare))
  const room = maxAtOnce + maxWaiting
  const hashing = vi.mocked(hash)
  const before = hashing.mock.calls.length
  const asked = Array.from({ length: room + 1 }, (_, at) => hashPassword(`password number ${at}`))
  expect(hashing.mock.calls.length - before).toBe(maxAtOnce)
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.slice(0, room).every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(outcomes[room]).toMatchObject({ status: 'rejected', reason: expect.any(TooManyHashes) })
  await expect(hashPassword('afterwards')).resolves.toContain('$argon2id$')
})

test('a sign-in name is counted whatever its case and outer blanks', () => {
  expect(signInNameHash('  Ann@Support.TEST ')).toEqual(signInNameHash('ann@support.test'))
  expect(signInNameHash('ann@support.test')).toHaveLength(32)
  expect(signInNameHash('ann@support.test')).not.toEqual(signInNameHash('anna@support.test'))
})
