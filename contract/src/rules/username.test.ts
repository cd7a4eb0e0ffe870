import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StaffUsername } from '../modules/staff.ts'
import { usernameSentence, whyNotUsername } from './username.ts'

test('the form and the server refuse the same user names', () => {
  const names = fc.oneof(
    fc.emailAddress(),
    fc.string({ unit: 'binary', maxLength: 260 }),
    fc.constantFrom('', '@', 'a@b', ' A@B ', 'a b@c', `${'a'.repeat(252)}@b`, `${'a'.repeat(253)}@b`),
  )
  fc.assert(
    fc.property(names, (name) => {
      expect(whyNotUsername(name)).toBe(StaffUsername.safeParse(name).success ? null : usernameSentence)
    }),
  )
})

test('at most 254 characters, in the form of an email address', () => {
  expect(whyNotUsername(`${'a'.repeat(252)}@b`)).toBeNull()
  expect(whyNotUsername(`${'a'.repeat(253)}@b`)).toBe(usernameSentence)
  expect(whyNotUsername('nobody')).toBe(usernameSentence)
})
