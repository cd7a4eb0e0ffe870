import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { P } from '../permissions.ts'
import {
  emailCategories,
  emailEvents,
  initialsMatch,
  lacksPermissions,
  listedUsers,
  onlineLabel,
  outcomeLabel,
  readSignins,
  signinOutcomes,
  type UserFacts,
  userFlag,
  userFlags,
  userStatusLabel,
  whyNotTemporaryUser,
  whyNotUnlock,
  whyNotUnlocked,
} from './agency-users.ts'

const user: UserFacts = {
  username: 'ABC',
  firstName: 'Ann',
  lastName: 'Brown',
  expiresOn: null,
  online: true,
  status: 0,
  userFlags: 0,
  agencyPermissions: [1],
}

test('[AG-USERS-06] the statuses of a user', () => {
  expect([0, 1, 2, 3, 7].map(userStatusLabel)).toEqual([
    '',
    'Disabled',
    'Locked Out',
    'Password Change Required',
    '7',
  ])
})

test('[AG-USERS-11] an expiry makes a user Temporary whatever online says; else Active or Legacy', () => {
  const expiresOn = '2026-11-21T10:00:00Z'
  expect(onlineLabel({ expiresOn, online: true })).toBe('Temporary')
  expect(onlineLabel({ expiresOn, online: false })).toBe('Temporary')
  expect(onlineLabel({ expiresOn: null, online: true })).toBe('Active')
  expect(onlineLabel({ expiresOn: null, online: false })).toBe('Legacy')
})

test('[AG-USERS-12] the flags of a user are bits', () => {
  expect(userFlag).toEqual({ inactive: 1, roaming: 2, superUser: 4, cloudAccessEnabled: 8, placeholder: 16 })
  expect(userFlags(0)).toEqual([])
  expect(userFlags(31)).toEqual(['inactive', 'roaming', 'superUser', 'cloudAccessEnabled', 'placeholder'])
  expect(userFlags(9 + 64)).toEqual(['inactive', 'cloudAccessEnabled'])
})

test('[AG-USERS-25] [AG-USERS-26] the codes of email events and their categories', () => {
  expect(emailEvents).toEqual([
    'Other',
    'Processed',
    'Dropped',
    'Delivered',
    'Deferred',
    'Bounce',
    'Open',
    'Click',
    'Spam',
    'Unsubscribe',
    'Block',
  ])
  expect(emailCategories).toEqual(['Other', 'Email Verification', 'Temporary Password', 'Forgot Password'])
})

test('[AG-USERS-30] the outcomes of a sign-in', () => {
  expect(signinOutcomes).toEqual({
    0: 'Successful',
    1: 'MFA Required',
    2: 'JWT Expired',
    3: 'Invalid Credentials',
    4: 'Locked Out',
    5: 'Password Change Required',
    6: 'License Expired',
    7: 'Access Disabled',
    8: 'Missing Product',
    99: 'Error',
  })
  expect(outcomeLabel(42)).toBe('42')
})

describe('the filter by initials', () => {
  test('[AG-USERS-03] is a prefix, whatever the case, of at most three characters', () => {
    expect(initialsMatch('ABC', 'ab')).toBe(true)
    expect(initialsMatch('abc', 'AB')).toBe(true)
    expect(initialsMatch('ABC', 'BC')).toBe(false)
    expect(initialsMatch('ABC', '')).toBe(true)
    expect(initialsMatch('--0', '-')).toBe(true)
    fc.assert(
      fc.property(fc.string({ minLength: 3, maxLength: 6 }), fc.string(), (name, rest) => {
        const start = name.replaceAll(/\s/g, 'x').slice(0, 3)
        expect(initialsMatch(start, `${start}${rest}`)).toBe(true)
      }),
    )
  })
})

test('locked users stand first, then by initials; placeholders are left out', () => {
  const users = [
    { ...user, username: 'ZED' },
    { ...user, username: 'BOB' },
    { ...user, username: 'PLC', userFlags: 16 },
    { ...user, username: 'YAN', status: 2 },
    { ...user, username: 'CAT', status: 2 },
  ]
  expect(listedUsers(users).map(({ username }) => username)).toEqual(['CAT', 'YAN', 'BOB', 'ZED'])
})

test('[AG-USERS-15] a user lacks permissions when there is none, unless it is temporary', () => {
  expect(lacksPermissions({ agencyPermissions: [], expiresOn: null })).toBe(true)
  expect(lacksPermissions({ agencyPermissions: [3], expiresOn: null })).toBe(false)
  expect(lacksPermissions({ agencyPermissions: [], expiresOn: '2026-11-21T10:00:00Z' })).toBe(false)
})

test('[AG-USERS-10] [TEMPUSER-03] who may not is told so, in the words of the decisions', () => {
  const others = Object.values(P).filter((id) => id !== P.CanUnlockAgencyUsers && id !== P.SuperUserCreation)
  expect(whyNotUnlock(others)).toBe(
    'You do not have permission to unlock users. Please contact your manager or an escalation team member for assistance. Needs the CanUnlockAgencyUsers permission.',
  )
  expect(whyNotTemporaryUser(others)).toBe(
    'You do not have permission to create temporary users. Please contact your manager for assistance. Needs the SuperUserCreation permission.',
  )
  expect(whyNotUnlock([P.CanUnlockAgencyUsers])).toBeUndefined()
  expect(whyNotTemporaryUser([P.SuperUserCreation])).toBeUndefined()
})

describe('the plain reading of a sign-in log', () => {
  const from = (ip: string, ...outcomes: number[]) => outcomes.map((outcome) => ({ outcome, ip }))

  test('tells runs from the oldest on, the address where it changes', () => {
    expect(readSignins([])).toBe('')
    expect(readSignins(from('10.0.0.4', 0))).toBe('Successful from 10.0.0.4.')
    expect(readSignins(from('10.0.0.4', 4, 3, 3, 3))).toBe(
      '3 × Invalid Credentials, then Locked Out from 10.0.0.4.',
    )
    expect(readSignins([...from('10.0.0.9', 0), ...from('10.0.0.4', 3, 3), ...from('', 99)])).toBe(
      'Error, then 2 × Invalid Credentials from 10.0.0.4, then Successful from 10.0.0.9.',
    )
    expect(readSignins([...from('a', 3), ...from('b', 3), ...from('a', 0, 0)])).toBe(
      '2 × Successful from a, then 2 × Invalid Credentials from 2 addresses.',
    )
  })

  test('counts every attempt once', () => {
    const entry = fc.record({ outcome: fc.constantFrom(0, 3, 4, 99), ip: fc.constantFrom('', 'a', 'b') })
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 10 }), (log) => {
        const counts = readSignins(log)
          .split(', then ')
          .map((run) => Number(/^(\d+) × /.exec(run)?.[1] ?? 1))
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(log.length)
      }),
    )
  })
})

test('blanks around the filter of initials do not count', () => {
  expect(initialsMatch('ABC', '  ab ')).toBe(true)
  expect(initialsMatch('ABC', '   abd')).toBe(false)
})

test('why a user is still locked is told in a sentence, of what the software wrote the end of the last line is cut', () => {
  const ended = (state: 'succeeded' | 'failed' | 'expired', output = '') =>
    whyNotUnlocked({ state, reason: null, output })
  expect(ended('succeeded')).toBeUndefined()
  expect(ended('expired')).toBe(
    "Not unlocked: the agency's software did not carry out the unlocking in time.",
  )
  const long = ended('failed', `Opening\n${'x'.repeat(8_000)}`)
  expect(long).toBe(`Not unlocked: the agency's software could not do it. ${'x'.repeat(300)}…`)
  expect(whyNotUnlocked({ state: 'failed', reason: 'unknownCommand', output: '' })).toBe(
    "Not unlocked: this version of the agency's software cannot unlock a user.",
  )
})
