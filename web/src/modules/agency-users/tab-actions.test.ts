import { expect, test } from 'vitest'
import { isCreating, typedUserActions, userActions, withCreating } from './tab-actions.ts'

test('‘u’ and initials lead to the user; what cannot be initials leads nowhere', () => {
  const [find] = typedUserActions
  expect(find?.word).toBe('u')
  const focus = '#agency-users-filter input'
  expect(find?.read('abc')).toEqual({ label: 'Find user ABC', query: { initials: 'ABC' }, focus })
  expect(find?.read('--0')).toEqual({ label: 'Find user --0', query: { initials: '--0' }, focus })
  for (const rest of ['', 'abcd', 'a b', '<b>']) expect(find?.read(rest)).toBeNull()
})

test('‘temp’ leads to the address under which the form for a temporary user is open', () => {
  const create = userActions.find(({ label }) => label === 'Create a temporary user')
  expect(isCreating(create?.query ?? {})).toBe(true)
  const opened = withCreating({ tab: 'users' }, true)
  expect(isCreating(opened)).toBe(true)
  expect(withCreating(opened, false)).toEqual({ tab: 'users' })
  for (const create of ['', 'TEMPORARY', undefined]) expect(isCreating({ create })).toBe(false)
})
