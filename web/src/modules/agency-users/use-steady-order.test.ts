import { lockedOut } from '@agency-support/contract/rules/agency-users'
import { expect, test } from 'vitest'
import { inOrder } from './use-steady-order.ts'

const user = (username: string, status = 0) => ({
  username,
  status,
  firstName: '',
  lastName: '',
  expiresOn: null,
  online: false,
  userFlags: 0,
  agencyPermissions: [],
  emailVerified: true,
})
const names = (users: readonly { username: string }[]) => users.map(({ username }) => username)

test('an unlocked user keeps the place in which it stood, and a new one comes last', () => {
  const before = ['ZED', 'ABC', 'LEE']
  const now = [user('LEE'), user('NEW'), user('ZED'), user('ABC')]
  expect(names(inOrder(now, before))).toEqual(['ZED', 'ABC', 'LEE', 'NEW'])
})

test('asked for anew, locked ones stand first and then the initials count', () => {
  expect(names(inOrder([user('LEE'), user('ZED', lockedOut), user('ABC')], []))).toEqual([
    'ZED',
    'ABC',
    'LEE',
  ])
})
