import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../lib/requests/api.ts'
import { helperAnswer } from './helper-answer.ts'

type Events = Outcome<typeof agencyUsers.emailEvents>
type Unlock = Outcome<typeof agencyUsers.unlock>

describe('what a helper of the user calls gives', () => {
  test('[AG-USERS-21] [AG-USERS-22] HTTP 200 gives the data, any other status code 99 with a description', () => {
    const event = { sendGridTS: '2026-11-19T13:00:00Z', event: 3, toEmail: 'ann@agency.test', category: 1 }
    const ok: Events = { kind: 'ok', data: [event], message: '' }
    expect(helperAnswer(ok)).toEqual({ code: 0, message: '', data: [event] })
    const failed: Events = {
      kind: 'failed',
      status: 503,
      statusText: 'Service Unavailable',
      message: 'An error occurred.',
    }
    expect(helperAnswer(failed)).toEqual({ code: 99, message: 'An error occurred.', data: null })
  })

  test('[AG-USERS-17] [AG-USERS-32] the body’s code as it is; another status is 99 with its text or the default one', () => {
    const answers = (outcome: Unlock) => helperAnswer<typeof agencyUsers.unlock>(outcome)
    expect(answers({ kind: 'ok', data: null, message: '' }).code).toBe(0)
    expect(answers({ kind: 'none', message: 'User not found' })).toEqual({
      code: 2,
      message: 'User not found',
      data: null,
    })
    const notLocked = 'User not locked. No action taken.'
    expect(answers({ kind: 'refused', code: 304, message: notLocked, data: undefined })).toEqual({
      code: 304,
      message: notLocked,
      data: null,
    })
    const busy = 'Too many requests.'
    expect(answers({ kind: 'failed', status: 429, statusText: '', message: busy })).toEqual({
      code: 99,
      message: busy,
      data: null,
    })
    for (const status of [0, 400, 429, 500])
      expect(answers({ kind: 'failed', status, statusText: '', message: '' })).toEqual({
        code: 99,
        message: 'An error occurred',
        data: null,
      })
  })
})
