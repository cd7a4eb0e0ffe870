import { expect, test } from 'vitest'
import { hashPassword, TooManyHashes, verifyPassword } from './hash.ts'
import { signInNameHash } from './name-hash.ts'

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

test('four are hashed at once, twenty wait, and one more is refused until there is room again', async () => {
  const asked = Array.from({ length: 25 }, (_, at) => hashPassword(`password number ${at}`))
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.slice(0, 24).every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(outcomes[24]).toMatchObject({ status: 'rejected', reason: expect.any(TooManyHashes) })
  await expect(hashPassword('afterwards')).resolves.toContain('$argon2id$')
})

test('a sign-in name is counted whatever its case and outer blanks', () => {
  expect(signInNameHash('  Ann@Support.TEST ')).toEqual(signInNameHash('ann@support.test'))
  expect(signInNameHash('ann@support.test')).toHaveLength(32)
  expect(signInNameHash('ann@support.test')).not.toEqual(signInNameHash('anna@support.test'))
})
