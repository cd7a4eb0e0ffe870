import { expect, test } from 'vitest'
import { signInMessage } from './messages.ts'

test.each([
  [1, 'Multi-factor authentication is required.'],
  [3, 'Invalid Credentials'],
  [4, 'This account is locked out.'],
])('[SIGNIN-08] status %i has a text of its own, whatever was described', (status, text) => {
  expect(signInMessage({ status, desc: 'Something else' })).toBe(text)
})

test.each([2, 6, 99])('[SIGNIN-08] status %i shows what was described', (status) => {
  expect(signInMessage({ status, desc: 'The directory is away.' })).toBe('The directory is away.')
  expect(signInMessage({ status, desc: '' })).toBe('Something went wrong')
})
