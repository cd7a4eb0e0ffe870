import { expect, test } from 'vitest'
import { P } from '../permissions.ts'
import {
  compareAccounts,
  showsAuditLog,
  showsCleanup,
  toAccountText,
  toDateLabel,
  toSubscriptionText,
  whyNotAccountId,
  whyNotCancel,
  whyNotDeleteAccount,
  whyNotEditId,
  whyNotGroupId,
} from './esignature.ts'

const states = [
  undefined,
  { subscribed: true, groupId: '4711' },
  { subscribed: true, groupId: '' },
  { subscribed: false, groupId: '4711' },
  { subscribed: false, groupId: '' },
]

test('[ESIG-02] the subscription is Loading, Subscribed, Cancelled with a group id, or Not Subscribed', () => {
  expect(states.map(toSubscriptionText)).toEqual([
    'Loading',
    'Subscribed',
    'Subscribed',
    'Cancelled',
    'Not Subscribed',
  ])
})

test('[ESIG-03] the date is that of the subscription or, when cancelled, of the cancellation', () => {
  expect(states.flatMap((state) => (state === undefined ? [] : [toDateLabel(state)]))).toEqual([
    'Subscription Date',
    'Subscription Date',
    'Cancellation Date',
    'Subscription Date',
  ])
})

test('[ESIG-05] a user shows the account id, else whether an account was tried to be made', () => {
  expect(toAccountText({ accountId: '558213', isValidated: false })).toBe('558213')
  expect(toAccountText({ accountId: '', isValidated: true })).toBe('ERROR CREATING ACCOUNT AT FORMSTACK')
  expect(toAccountText({ accountId: '', isValidated: false })).toBe('Pending Verification')
})

test('[ESIG-18] an account id holds 1 to 50 characters without the blanks around it', () => {
  for (const good of ['1', 'x'.repeat(50), `  ${'x'.repeat(50)} `])
    expect(whyNotAccountId(good)).toBeUndefined()
  for (const bad of ['', '   ']) expect(whyNotAccountId(bad)).toBe('Enter an account id.')
  expect(whyNotAccountId('x'.repeat(51))).toBe('The account id must be at most 50 characters.')
})

test('[ESIG-12] a group id is needed, of at most 50 characters', () => {
  for (const good of ['4711', 'x'.repeat(50)]) expect(whyNotGroupId(good)).toBeUndefined()
  for (const bad of ['', '  ', 'x'.repeat(51)]) expect(whyNotGroupId(bad)).toBe('Invalid Group Id')
})

test('[ESIG-17] [ESIG-21] [ESIG-24] each act needs its permission and no other', () => {
  const refused = 'You do not have permission to perform this action.'
  expect(whyNotEditId([P.CanEditFormstackIds])).toBeUndefined()
  expect(whyNotEditId([P.CanManageFormstack, P.CancelAgencySubscription])).toBe(refused)
  expect(whyNotDeleteAccount([P.CanManageFormstack])).toBeUndefined()
  expect(whyNotDeleteAccount([P.CanEditFormstackIds])).toBe(refused)
  expect(showsAuditLog([P.CanManageFormstack])).toBe(true)
  expect(showsAuditLog([P.CanAccess, P.CanEditFormstackIds])).toBe(false)
})

test('[ESIG-06] [ESIG-07] cancelling needs its permission and a subscription', () => {
  const all = [P.CanAccess, P.CancelAgencySubscription]
  expect(whyNotCancel(all, { subscribed: true })).toBeUndefined()
  expect(whyNotCancel(all, { subscribed: false })).toBe('The agency is not subscribed.')
  expect(whyNotCancel([P.CanEditFormstackIds], { subscribed: true })).toBe(
    'You do not have permission to perform this action.',
  )
})

test('[ESIG-08] clean-up is shown with its permission, without a subscription and with registered users', () => {
  const all = [P.CanAccess, P.CancelAgencySubscription]
  expect(showsCleanup(all, { subscribed: false, registeredUsers: [{}] })).toBe(true)
  expect(showsCleanup(all, { subscribed: true, registeredUsers: [{}] })).toBe(false)
  expect(showsCleanup(all, { subscribed: false, registeredUsers: [] })).toBe(false)
  expect(showsCleanup([P.CanAccess], { subscribed: false, registeredUsers: [{}] })).toBe(false)
})

const ours = (emailAddress: string, accountId: string, isValidated = true) => ({
  emailAddress,
  accountId,
  isValidated,
})
const theirs = (email: string, id: string, active = true) => ({ email, id, active })

test('[PROV-56] a comparison joins by address in any case, shows differences first and says what would fix them', () => {
  const compared = compareAccounts(
    [ours('same@a.test', '1'), ours('Other@a.test', '2'), ours('none@a.test', ''), ours('gone@a.test', '4')],
    [
      theirs('same@a.test', '1'),
      theirs('other@A.test', '22'),
      theirs('none@a.test', '3'),
      theirs('extra@a.test', '5'),
    ],
    { subscribed: true },
  )
  expect(compared.map(({ email, difference, repair }) => [email, difference, repair])).toEqual([
    ['extra@a.test', 'Not registered here', null],
    ['gone@a.test', 'Not in the group at Formstack', { kind: 'delete' }],
    ['none@a.test', 'Another account id', { kind: 'setId', accountId: '3' }],
    ['Other@a.test', 'Another account id', { kind: 'setId', accountId: '22' }],
    ['same@a.test', null, null],
  ])
})

test('of two accounts with one address that of the account id is compared', () => {
  const accounts = [theirs('a@a.test', '1', false), theirs('a@a.test', '2')]
  const compared = compareAccounts([ours('a@a.test', '2')], accounts, { subscribed: true })
  expect(compared.map(({ theirs: account, difference }) => [account?.id, difference])).toEqual([
    ['1', 'Not registered here'],
    ['2', null],
  ])
})

test('a user whose address is not confirmed has no account yet, which is no difference', () => {
  const [pending] = compareAccounts([ours('a@a.test', '', false)], [], { subscribed: true })
  expect(pending?.difference).toBeNull()
  const [failed] = compareAccounts([ours('a@a.test', '', true)], [], { subscribed: true })
  expect(failed?.difference).toBe('Not in the group at Formstack')
})

test('an account should be active exactly while the agency is subscribed', () => {
  const difference = (active: boolean, subscribed: boolean) =>
    compareAccounts([ours('a@a.test', '1')], [theirs('a@a.test', '1', active)], { subscribed })[0]?.difference
  expect(difference(true, true)).toBeNull()
  expect(difference(false, false)).toBeNull()
  expect(difference(false, true)).toBe('Inactive at Formstack')
  expect(difference(true, false)).toBe('Active although cancelled')
})
