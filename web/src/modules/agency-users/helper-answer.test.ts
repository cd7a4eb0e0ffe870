import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { expect, test } from 'vitest'
import type { Outcome } from '../../lib/requests/api.ts'
import { helperAnswer } from './helper-answer.ts'

test('[AG-USERS-17] [AG-USERS-32] the body’s code as it is; another status is 99 with its text or the default one', () => {
  const answers = (outcome: Outcome<typeof agencyUsers.unlock>) => helperAnswer(outcome)
  expect(answers({ kind: 'ok', data: null, message: '' }).code).toBe(0)
  expect(answers({ kind: 'none', message: 'User not found' })).toEqual({ code: 2, message: 'User not found' })
  const notLocked = 'User not locked. No action taken.'
  expect(answers({ kind: 'refused', code: 304, message: notLocked, data: undefined })).toEqual({
    code: 304,
    message: notLocked,
  })
  const busy = 'Too many requests.'
  expect(answers({ kind: 'failed', status: 429, statusText: '', message: busy })).toEqual({
    code: 99,
    message: busy,
  })
  for (const status of [0, 400, 429, 500])
    expect(answers({ kind: 'failed', status, statusText: '', message: '' })).toEqual({
      code: 99,
      message: 'An error occurred',
    })
})
