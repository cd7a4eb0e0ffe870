import { type StaffAccount, staff } from '@agency-support/contract/modules/staff'
import { expect, test } from 'vitest'
import { accountActions } from './account-actions.ts'

const lee: StaffAccount = {
  username: 'lee@support.test',
  firstName: 'Lee',
  lastName: 'Hall',
  status: 0,
  mfa: 0,
  permissions: [2000, 2005],
  lastSignInAt: null,
  openSessions: 0,
  locked: false,
  version: 1,
}
const ada = { username: 'ada@support.test', permissions: [2000, 2005] }

const find = (label: string, on = lee) => {
  const found = accountActions(on).find((one) => one.label === label)
  if (found === undefined) throw new Error(`There is no action ${label}.`)
  return found
}

test('an account can be disabled or enabled, whichever it is not', () => {
  const labels = (status: number) => accountActions({ ...lee, status }).map(({ label }) => label)
  const others = ['Unlock', 'Reset password', 'Remove second factor']
  expect(labels(0)).toEqual([...others, 'Disable account'])
  expect(labels(1)).toEqual([...others, 'Enable account'])
})

test('each action makes its own call, under the permission that the call needs', () => {
  const calls = {
    Unlock: staff.unlockAccount,
    'Reset password': staff.resetPassword,
    'Remove second factor': staff.removeSecondFactor,
    'Disable account': staff.disableAccount,
    'Enable account': staff.enableAccount,
  }
  for (const [label, call] of Object.entries(calls)) {
    const action = find(label, { ...lee, status: label === 'Enable account' ? 1 : 0 })
    expect(action.call).toBe(call)
    expect(action.needs).toEqual(call.needs)
  }
})

test.each(['Reset password', 'Disable account', 'Remove second factor', 'Enable account'])(
  '%s is not for one’s own account, nor for that of somebody who holds more',
  (label) => {
    const { whyNot } = find(label, { ...lee, status: label === 'Enable account' ? 1 : 0 })
    expect(whyNot(lee, ada)).toBeNull()
    expect(whyNot(lee, { ...ada, username: lee.username })).toBe('You cannot do this to your own account.')
    expect(whyNot(lee, { ...ada, permissions: [2000] })).toBe(
      'This person has a permission that you do not have. Somebody who has it must do this.',
    )
  },
)

test('only what is locked is unlocked, by anybody; only a second factor that is there is removed', () => {
  const own = { ...ada, username: lee.username }
  expect(find('Unlock').whyNot({ ...lee, locked: true }, own)).toBeNull()
  expect(find('Unlock').whyNot(lee, ada)).toBe('This account is not locked.')
  expect(find('Remove second factor').whyNot({ ...lee, mfa: 1 }, ada)).toBe(
    staff.removeSecondFactor.refusals.none[1],
  )
})

test('every question names the person, and what cannot be taken back is dangerous', () => {
  const actions = [...accountActions(lee), find('Enable account', { ...lee, status: 1 })]
  for (const { ask } of actions) expect(ask(lee).subject).toBe('Lee Hall · lee@support.test')
  const dangerous = actions.filter(({ ask }) => ask(lee).danger === true).map(({ label }) => label)
  expect(dangerous).toEqual(['Reset password', 'Remove second factor', 'Disable account'])
  expect(find('Remove second factor').ask(lee).typed).toEqual({
    kind: 'text',
    text: 'lee@support.test',
    what: 'the user name',
  })
  for (const { ask, label } of actions) expect(ask(lee).confirmLabel).toBe(label)
})
