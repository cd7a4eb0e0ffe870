import { expect, test } from 'vitest'
import type { PermissionDefinition } from '../modules/staff.ts'
import { compareLists, isShown, shownGroups, whyNotAccount, whyNotGrant } from './staff.ts'

const group = (id: number, order: number) => ({ id, label: `Group ${id}`, description: '', order })
const definition = (id: number, given: Partial<PermissionDefinition> = {}): PermissionDefinition => ({
  id,
  groupId: 1,
  label: `P${id}`,
  description: '',
  order: id,
  flags: 1,
  adminOnly: false,
  ...given,
})
const shown = (definitions: PermissionDefinition[], groups = [group(1, 1)]) =>
  shownGroups({ groups, definitions }).map(({ id, permissions }) => [id, permissions.map((one) => one.id)])

test('[USERMGMT-11] [USERMGMT-13] a permission is shown when its flags are exactly 1 and it is not admin-only', () => {
  expect([0, 1, 2, 3, 5, 9, -1].filter((flags) => isShown({ flags, adminOnly: false }))).toEqual([1])
  expect(isShown({ flags: 1, adminOnly: true })).toBe(false)
})

test('[USERMGMT-12] a group is shown when the low two bits of one of its permissions are 1', () => {
  expect(shown([definition(1, { flags: 5 })])).toEqual([[1, []]])
  expect(shown([definition(1, { flags: 5 }), definition(2)])).toEqual([[1, [2]]])
  for (const flags of [0, 2, 3, 7]) expect(shown([definition(1, { flags })])).toEqual([])
  expect(shown([definition(1, { adminOnly: true })])).toEqual([])
  expect(shown([])).toEqual([])
})

test('[USERMGMT-14] groups stand by their order, permissions in a group by theirs', () => {
  const groups = [group(1, 20), group(2, 3)]
  const definitions = [
    definition(7, { order: 2 }),
    definition(8, { order: 1 }),
    definition(9, { groupId: 2, order: 1 }),
  ]
  expect(shown(definitions, groups)).toEqual([
    [2, [9]],
    [1, [8, 7]],
  ])
})

test('nobody changes their own list or grants what they lack', () => {
  const sender = { username: 'a@b.test', permissions: [9, 2000] }
  expect(whyNotGrant(sender, 'a@b.test', [])).toBe('ownList')
  expect(whyNotGrant(sender, 'c@d.test', [2000, 2006])).toBe('notHeld')
  expect(whyNotGrant(sender, 'c@d.test', [2000])).toBeUndefined()
  expect(whyNotGrant(sender, 'c@d.test', [])).toBeUndefined()
})

test('nobody changes their own account, or that of somebody who holds a permission they lack', () => {
  const sender = { username: 'a@b.test', permissions: [5, 2000] }
  const account = (username: string, permissions: readonly number[]) => ({ username, permissions })
  expect(whyNotAccount(sender, account('a@b.test', [2000]))).toBe('ownAccount')
  expect(whyNotAccount(sender, account('c@d.test', [5, 2000]))).toBeUndefined()
  expect(whyNotAccount(sender, account('c@d.test', []))).toBeUndefined()
  expect(whyNotAccount(sender, account('c@d.test', [2000, 2006]))).toBe('holdsMore')
  // CanDeleteUser counts although the user screen hides it; 2009 is no permission.
  expect(whyNotAccount(sender, account('c@d.test', [3]))).toBe('holdsMore')
  expect(whyNotAccount(sender, account('c@d.test', [2000, 2009]))).toBeUndefined()
})

test('two lists compared', () => {
  expect(compareLists([1, 2, 7], [2, 3], [4, 3, 2, 1])).toEqual({ onlyOne: [1], onlyOther: [3], both: [2] })
})
