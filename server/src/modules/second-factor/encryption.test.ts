import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretKeys } from '../../../test/secret-keys.ts'
import {
  codeDigest,
  decryptRecoveryKey,
  deriveRecoveryKey,
  encryptRecoveryKey,
  encryptSecret,
  decryptSecretWith,
} from './encryption.ts'
import { recoveryDigest } from './recovery-codes.ts'

const key = randomBytes(32)

test('what was encrypted is decrypted again, and never looks the same twice', () => {
  const [one, other] = [encryptSecret(key, 7, 'JBSWY3DP'), encryptSecret(key, 7, 'JBSWY3DP')]
  expect(decryptSecretWith(key, 7, one)).toBe('JBSWY3DP')
  expect(decryptSecretWith(key, 7, other)).toBe('JBSWY3DP')
  expect(one.equals(other)).toBe(false)
  expect(one.includes('JBSWY3DP')).toBe(false)
})

test('another key, another person or a changed byte opens nothing', () => {
  const encrypted = encryptSecret(key, 7, 'JBSWY3DP')
  expect(() => decryptSecretWith(randomBytes(32), 7, encrypted)).toThrow('unable to authenticate data')
  expect(() => decryptSecretWith(key, 8, encrypted)).toThrow('unable to authenticate data')
  for (const at of [0, 12, encrypted.length - 1]) {
    const changed = Buffer.from(encrypted)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => decryptSecretWith(key, 7, changed)).toThrow('unable to authenticate data')
  }
})

test('the digest of a recovery code depends on key, person and code', () => {
  const digest = codeDigest(key, 7, 'abcde')
  expect(codeDigest(key, 7, 'abcde').equals(digest)).toBe(true)
  for (const other of [
    codeDigest(key, 8, 'abcde'),
    codeDigest(key, 7, 'abcdf'),
    codeDigest(randomBytes(32), 7, 'abcde'),
  ])
    expect(other.equals(digest)).toBe(false)
})

test('what an earlier release has stored is opened and known by this one', () => {
  const stored = Buffer.alloc(32, 'k')
  const secret = Buffer.from('mHaK0zi9vRRCQkLjHRzagf/5yoZzbTCuX8hwEgRvIhAs2/Ol0WC+DIMf94Y=', 'base64')
  expect(decryptSecretWith(stored, 7, secret)).toBe('JBSWY3DPEHPK3PXP')
  const digest = recoveryDigest(deriveRecoveryKey(stored), 7, ' ABCDE-fgh jk ').toString('hex')
  expect(digest).toBe('af81b050f5b1f5e1aa5cc3f863523f8a1f0093d6202b445b6718376c8ed12004')
  const kept = Buffer.from(
    '7sWTMO/0b3hOgXAoNgIFOPPgSrYr0tEZGzRX2BVSqcxwJ1kdEw4VGPF7ra41cQfFIAH1BXnLRUx5m7Cg',
    'base64',
  )
  expect(decryptRecoveryKey(secretKeys(key, stored), 'id', kept)).toEqual(Buffer.alloc(32, 'r'))
})

test('the recovery key of one key is not opened as that of another, nor by a key that did not keep it', () => {
  const kept = encryptRecoveryKey(key, 'id', Buffer.alloc(32, 'r'))
  const ring = secretKeys(key)
  expect(decryptRecoveryKey(ring, 'id', kept)).toEqual(Buffer.alloc(32, 'r'))
  expect(decryptRecoveryKey(ring, 'other', kept)).toBeUndefined()
  expect(decryptRecoveryKey(secretKeys(randomBytes(32)), 'id', kept)).toBeUndefined()
})
