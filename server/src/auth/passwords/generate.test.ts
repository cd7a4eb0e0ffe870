import { expect, test } from 'vitest'
import { generatePassword } from './generate.ts'

test('a password for somebody else has 20 characters that nobody confuses, and is never the same', () => {
  const made = Array.from({ length: 50 }, generatePassword)
  expect(new Set(made).size).toBe(50)
  for (const password of made) expect(password).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{20}$/)
  // 1,000 characters by chance: most of the alphabet is among them.
  expect(new Set(made.join('')).size).toBeGreaterThan(45)
})
