import { expect, test } from 'vitest'
import { toCancelEffect, toCleanupEffect } from './danger-words.ts'

test('a question about one user is about one, and about more than one about more', () => {
  expect([0, 1, 2].map(toCancelEffect)).toEqual([
    '0 registered users stay in the list; every account of the group at Formstack becomes inactive.',
    '1 registered user stays in the list; every account of the group at Formstack becomes inactive.',
    '2 registered users stay in the list; every account of the group at Formstack becomes inactive.',
  ])
  expect([1, 3].map(toCleanupEffect)).toEqual([
    '1 registered user leaves the list, and the accounts at Formstack are removed. This cannot be undone.',
    '3 registered users leave the list, and the accounts at Formstack are removed. This cannot be undone.',
  ])
})
