// @vitest-environment jsdom
import { certificates } from '@agency-support/contract/modules/certificates'
import { afterEach, expect, test } from 'vitest'
import { type Answering, answeringServer, json } from '../../../test/answering-server.ts'
import { connection } from '../../lib/requests/connection.ts'
import { load } from '../../lib/requests/query.ts'
import { toDetailsFailure, toListFailure } from './load-failure.ts'

afterEach(() => connection.reached())

const cases: [string, Answering, string | RegExp][] = [
  [
    'a refusal',
    (_asked, response) => json(response, { code: 7, message: 'Not today.', data: [] }),
    /Not today\.$/,
  ],
  ['bad input', (_asked, response) => json(response, { message: 'Which agency?' }, 400), /Which agency\?$/],
  ['HTTP 500', (_asked, response) => json(response, { message: 'Secret.' }, 500), /An error occurred\.$/],
  ['no answer', (_asked, response) => response.destroy(), /\S/],
]

test.each(cases)(
  '[CERTS-15] [CERTS-16] %s has the text of its place and the sentence',
  async (_why, answer, said) => {
    await answeringServer(answer)
    const { signal } = new AbortController()
    const failure = (reading: Promise<unknown>) =>
      reading.then(
        () => null,
        (cause: Error) => cause,
      )
    const list = toListFailure(await failure(load(certificates.list, { agencyId: 6938 }, signal)))
    expect(list).toMatch(/^Error retrieving information: \S/)
    expect(list).toMatch(said)
    const client = { agencyId: 6938, clientId: '00000042' }
    const details = toDetailsFailure(
      await failure(load(certificates.details, client, signal)),
      client.clientId,
    )
    expect(details).toMatch(/^Error loading client 00000042's certificate: \S/)
    expect(details).toMatch(said)
    expect([toListFailure(null), toDetailsFailure(null, '00000042')]).toEqual([null, null])
  },
)
