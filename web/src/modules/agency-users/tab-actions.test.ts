import { expect, test } from 'vitest'
import { typedUserActions } from './tab-actions.ts'

test('‘u’ and initials lead to the user; what cannot be initials leads nowhere', () => {
  const [find] = typedUserActions
  expect(find?.word).toBe('u')
  expect(find?.read('abc')).toEqual({ label: 'Find user ABC', query: { initials: 'ABC' } })
  expect(find?.read('--0')).toEqual({ label: 'Find user --0', query: { initials: '--0' } })
  for (const rest of ['', 'abcd', 'a b', '<b>']) expect(find?.read(rest)).toBeNull()
})
