import { shownGroups } from '@agency-support/contract/rules/staff'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PermissionGroups } from './permission-groups.tsx'

const group = (id: number, order: number) => ({ id, label: `Group ${id}`, description: '', order })
const permission = (id: number, groupId: number, order: number, flags = 1, adminOnly = false) => ({
  id,
  groupId,
  label: `Permission ${id}`,
  description: '',
  order,
  flags,
  adminOnly,
})

const available = {
  groups: [group(1, 3), group(2, 1), group(3, 2), group(4, 4)],
  definitions: [
    permission(10, 1, 2),
    permission(11, 1, 1),
    permission(12, 1, 3, 3),
    permission(13, 1, 4, 1, true),
    permission(20, 2, 1, 5),
    permission(30, 3, 1, 2),
    permission(40, 4, 1, 1, true),
  ],
}
const user = {
  username: 'ann@support.test',
  firstName: '',
  lastName: '',
  status: 0,
  mfa: 1,
  permissions: [11],
  type: 0,
  agencyId: 0,
  version: 1,
}
const saves = { waiting: new Set<number>(), last: null, problem: null }

/** The words shown by the groups, in order. */
function words(): string[] {
  const sender = { username: 'ben@support.test', permissions: [10, 11] }
  const html = renderToStaticMarkup(
    <PermissionGroups user={user} sender={sender} groups={shownGroups(available)} saves={saves} />,
  )
  return html
    .replace(/<span id="[^"]*" class="sr-only">.*?<\/span>/g, '')
    .split(/<[^>]*>/)
    .filter((text) => text !== '')
}

test('[USERMGMT-11] [USERMGMT-12] [USERMGMT-13] [USERMGMT-14] groups and switches by their flags and order; a group without a switch says so', () => {
  expect(words()).toEqual([
    'Group 2',
    'No permissions available',
    'Group 1',
    'Permission 11',
    'Permission 10',
  ])
})
