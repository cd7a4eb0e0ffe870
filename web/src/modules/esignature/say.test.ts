import { beforeEach, expect, test } from 'vitest'
import { notify } from '../../components/notify.ts'
import { sayFailure, saySuccess } from './say.ts'

beforeEach(() => notify.clear())

test('[ESIG-28] messages of the E-SIG tab stand for 5 seconds', () => {
  saySuccess('Success - Account Deleted.')
  expect(notify.current()).toMatchObject({ level: 'ok', text: 'Success - Account Deleted.', ms: 5_000 })
  notify.clear()
  sayFailure('Failed to delete account.', { kind: 'none', message: 'User not found' })
  expect(notify.current()).toMatchObject({ level: 'error', ms: 5_000 })
})

test('[ESIG-10] [ESIG-11] [ESIG-23] a failure has the text of the act and under it the sentence of the server, where there is one', () => {
  const text = 'Error Cancelling ESignature Subscription'
  const refused = {
    kind: 'refused',
    code: 409,
    message: 'This is under way already.',
    data: undefined,
  } as const
  sayFailure(text, refused)
  expect(notify.current()?.text).toBe(`${text}\nThis is under way already.`)
  notify.clear()
  for (const status of [0, 403, 500])
    sayFailure(text, { kind: 'failed', status, statusText: '', message: 'Network error' })
  expect(notify.current()).toMatchObject({ text, count: 3 })
})
