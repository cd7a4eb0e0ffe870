import { expect, test } from 'vitest'
import { toQueryFailure } from './query-failure.ts'

const refused = (code: number) =>
  ({ kind: 'refused', code, message: 'Formstack is busy.', data: undefined }) as const
const failed = (status: number, message = '') =>
  ({ kind: 'failed', status, statusText: '', message }) as const

test('[ESIG-34] an unknown group, a failing Formstack and no answer each have their text', () => {
  expect(toQueryFailure({ kind: 'none', message: 'Invalid Group Id' })).toEqual({
    text: 'Invalid Group Id',
    sentence: null,
  })
  for (const code of [429, 502, 503])
    expect(toQueryFailure(refused(code))).toEqual({
      text: 'Error communicating with FormStack API',
      sentence: 'Formstack is busy.',
    })
  for (const status of [0, 500, 503])
    expect(toQueryFailure(failed(status, 'Network error'))).toEqual({
      text: 'Error communicating with Agency Support API',
      sentence: null,
    })
  expect(toQueryFailure(failed(400, 'Invalid Group Id')).text).toBe('Invalid Group Id')
})
