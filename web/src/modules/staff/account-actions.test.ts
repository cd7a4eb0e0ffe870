import { StaffStatus, type StaffAccount } from '@agency-support/contract/modules/staff'
import { expect, test } from 'vitest'
import { accountActions } from './account-actions.ts'

test('each action on an account asks for the permissions that its call asks for', () => {
  const actions = [StaffStatus.enabled, StaffStatus.disabled].flatMap((status) =>
    accountActions({ status } as StaffAccount),
  )
  expect(new Set(actions.map(({ label }) => label)).size).toBe(5)
  // The built console does not carry the permissions of a call.
  for (const { label, call, needs } of actions) expect([label, needs]).toEqual([label, call.needs])
})
