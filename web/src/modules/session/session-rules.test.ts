import { expect, test } from 'vitest'
import { needAtStart, needOnCheck } from './session-rules.ts'

const now = 1_800_000_000

test.each([
  [-1, 'signIn'],
  [0, 'signIn'],
  [1, 'renew'],
  [599, 'renew'],
  [600, 'renew'],
  [601, 'none'],
])('[AUTH-06] whoami with %i seconds left asks for %s', (left, need) => {
  expect(needAtStart(now + left, now)).toBe(need)
})

test.each([
  [-1, 'signOut'],
  [0, 'signOut'],
  [1, 'renew'],
  [599, 'renew'],
  [600, 'none'],
  [601, 'none'],
])('[AUTH-08] the check of every minute with %i seconds left asks for %s', (left, need) => {
  expect(needOnCheck(now + left, now)).toBe(need)
})
