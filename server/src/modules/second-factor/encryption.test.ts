import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeDigest, encryptSecret, decryptSecretWith } from './encryption.ts'

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
