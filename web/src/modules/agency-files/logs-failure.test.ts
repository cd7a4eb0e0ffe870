import { expect, test } from 'vitest'
import { CallFailure } from '../../lib/requests/query.ts'
import { logsFailure } from './logs-failure.ts'

test.each([
  [new CallFailure('No.', { fromServer: true, status: 200 }), 'Failed to load agency logs'],
  [new CallFailure('No.', { fromServer: false, status: 500 }), 'Failed to load agency logs'],
  [new CallFailure('fetch failed', { fromServer: false, status: 0 }), 'Error loading agency logs'],
  [new TypeError('thrown'), 'Error loading agency logs'],
  [null, null],
])('[DOWNLOADS-03] %s is shown as %s', (error, text) => {
  expect(logsFailure(error)).toBe(text)
})
