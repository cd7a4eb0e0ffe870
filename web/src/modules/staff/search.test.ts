import { expect, test } from 'vitest'
import { findPermissions } from './find-permissions.ts'
import { personMatches } from './users-table.tsx'

// Pasted from a mail: a soft hyphen, a zero-width space, capital letters, a letter with its accent apart.
const asPasted = ['jos\u00ade', 'JOSE\u0301', '\u200bjosé  müller', 'Jose Muller', 'JOSE.M']

test.each(asPasted)('somebody is found by %j', (text) => {
  const person = { username: 'jose.m@support.test', firstName: 'José', lastName: 'Müller' }
  expect(personMatches(person, text)).toBe(true)
  expect(
    personMatches({ ...person, username: 'x@support.test', firstName: 'Ann', lastName: 'Lee' }, text),
  ).toBe(false)
})

test.each(['4001', ' can man\u200bage  texting', 'MÁNAGE', ''])('a permission is found by %j', (text) => {
  const permission = {
    label: 'Can manage texting',
    description: '',
    order: 1,
    flags: 1,
    adminOnly: false,
    groupId: 1,
  }
  const group = {
    id: 1,
    label: 'Texting',
    description: '',
    order: 1,
    permissions: [{ ...permission, id: 4001 }],
  }
  expect(findPermissions([group], text, null)).toEqual([group])
  expect(findPermissions([group], text, [2000])).toEqual([])
  expect(findPermissions([group], `${text} none`, null)).toEqual([])
})
