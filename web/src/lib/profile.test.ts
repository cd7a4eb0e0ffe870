import { expect, test } from 'vitest'
import { isAtWork } from './profile.ts'

const profile = {
  hsUserName: 'lee@support.test',
  exp: 0,
  permissions: [2000],
  passwordChangeRequired: false,
}

test('at work is who holds CanAccess and may do more than change the password', () => {
  expect(isAtWork(profile)).toBe(true)
  expect(isAtWork(null)).toBe(false)
  expect(isAtWork({ ...profile, permissions: [2005, 2006] })).toBe(false)
  expect(isAtWork({ ...profile, passwordChangeRequired: true })).toBe(false)
})
