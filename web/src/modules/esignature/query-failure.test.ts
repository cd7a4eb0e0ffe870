// @vitest-environment jsdom
import { esignature } from '@agency-support/contract/modules/esignature'
import { afterEach, expect, test } from 'vitest'
import { type Answering, answeringServer, json } from '../../../test/answering-server.ts'
import { connection } from '../../lib/requests/connection.ts'
import { load } from '../../lib/requests/query.ts'
import { toLoadFailure, toQueryFailure } from './query-failure.ts'

afterEach(() => connection.reached())

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

const noAnswer = 'Error communicating with Agency Support API'
const loads: [string, Answering, string][] = [
  [
    'a refusal',
    (_asked, response) => json(response, { code: 7, message: 'Not today.', data: [] }),
    'Not today.',
  ],
  ['bad input', (_asked, response) => json(response, { message: 'Which agency?' }, 400), 'Which agency?'],
  ['HTTP 500', (_asked, response) => json(response, { message: 'Secret.' }, 500), noAnswer],
  ['no answer', (_asked, response) => response.destroy(), noAnswer],
]

test.each(loads)(
  '[ESIG-35] data that could not be loaded because of %s says so',
  async (_why, answer, said) => {
    await answeringServer(answer)
    const failed = load(esignature.details, { agencyId: 6938 }, new AbortController().signal)
    const error = await failed.catch((cause: Error) => cause)
    expect(toLoadFailure(error as Error)).toBe(`Error Loading Subscription Data: ${said}`)
    expect(toLoadFailure(null)).toBeNull()
  },
)
