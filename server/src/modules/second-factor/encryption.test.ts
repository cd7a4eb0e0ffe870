import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeDigest, seal, unseal } from './sealed.ts'

const key = randomBytes(32)

test('what was sealed opens again, and never looks the same twice', () => {
  const [one, other] = [seal(key, 7, 'JBSWY3DP'), seal(key, 7, 'JBSWY3DP')]
  expect(unseal(key, 7, one)).toBe('JBSWY3DP')
  expect(unseal(key, 7, other)).toBe('JBSWY3DP')
  expect(one.equals(other)).toBe(false)
  expect(one.includes('JBSWY3DP')).toBe(false)
})

test('another key, another person or a changed byte opens nothing', () => {
  const sealed = seal(key, 7, 'JBSWY3DP')
  expect(() => unseal(randomBytes(32), 7, sealed)).toThrow('unable to authenticate data')
  expect(() => unseal(key, 8, sealed)).toThrow('unable to authenticate data')
  for (const at of [0, 12, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => unseal(key, 7, changed)).toThrow('unable to authenticate data')
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
