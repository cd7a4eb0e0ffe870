import { expect, test } from 'vitest'
import { tokenLook } from './token-look.ts'

test.each([
  [0, 'ok'],
  [15, 'ok'],
  [16, 'warn'],
  [60, 'warn'],
  [61, 'bad'],
])('a token of %i minutes is %s', (minutes, role) => {
  expect(tokenLook(minutes).role).toBe(role)
})
