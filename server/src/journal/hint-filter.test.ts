import { P } from '@agency-support/contract/permissions'
import { describe, expect, test } from 'vitest'
import { filterHint } from './hint-filter.ts'

const hint = (event: string, module = 'session') => ({ module, agencyId: null, event })
const accountsChanged = { module: 'staff', agencyId: null, event: null }
const reader = [P.CanAccess, P.CanListUsers]
const overseer = [...reader, P.AgencyManagementAdmin]

describe('what people do themselves', () => {
  test.each([
    'session.signedIn',
    'session.signInFailed',
    'session.signedOut',
    'session.ended',
    'session.passwordChanged',
    'session.secondFactorOn',
    'session.secondFactorOff',
    'session.passkeyAdded',
    'session.passkeyRemoved',
  ])(
    '%s changes the staff accounts for who may read them, and says what it was to who may see it',
    (event) => {
      expect(filterHint(hint(event), reader)).toEqual([accountsChanged])
      expect(filterHint(hint(event), overseer)).toEqual([hint(event), accountsChanged])
      expect(filterHint(hint(event), [P.CanAccess, P.AgencyManagementAdmin])).toEqual([hint(event)])
      expect(filterHint(hint(event), [P.CanAccess])).toEqual([])
    },
  )

  test.each(['session.confirmed', 'session.confirmFailed', 'session.recoveryCodesRenewed'])(
    '%s changes no account',
    (event) => {
      expect(filterHint(hint(event), overseer)).toEqual([hint(event)])
      expect(filterHint(hint(event), reader)).toEqual([])
    },
  )
})

test('too many events of sessions to name may have changed any account', () => {
  const burst = { module: 'session', agencyId: null, event: null }
  expect(filterHint(burst, reader)).toEqual([accountsChanged])
  expect(filterHint(burst, overseer)).toEqual([burst, accountsChanged])
})

test('too many reads to name are news to everybody’s histories', () => {
  const burst = { module: 'journal', agencyId: null, event: null }
  expect(filterHint(burst, [P.CanAccess])).toEqual([burst])
})

test('a change that others made to an account is told once', () => {
  const disabled = hint('staff.disabled', 'staff')
  expect(filterHint(disabled, [P.CanAccess, P.CanUpdatePermissions])).toEqual([disabled])
  expect(filterHint(disabled, reader)).toEqual([accountsChanged])
  expect(filterHint(disabled, [P.CanAccess])).toEqual([])
})
