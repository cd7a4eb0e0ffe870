import { agencies } from '@agency-support/contract/modules/agencies'
import { afterEach, expect, test } from 'vitest'
import { type Answering, answeringServer, json } from '../../../test/answering-server.ts'
import { connection } from '../../lib/connection.ts'
import { load } from '../../lib/query.ts'
import { missingZonesFailure, timeZonesMessage } from './use-time-zones.ts'

afterEach(() => connection.reached())

const cases: [string, Answering, string][] = [
  ['HTTP 500', (_asked, response) => json(response, {}, 500), 'Failed to load timezones'],
  [
    'a refusal',
    (_asked, response) => json(response, { code: 1, message: 'No.', data: [] }),
    'Failed to load timezones',
  ],
  ['no answer', (_asked, response) => response.destroy(), 'Error loading time zones'],
  ['an answer that is no JSON', (_asked, response) => response.end('<html>'), 'Error loading time zones'],
]

test.each(cases)('[API-23] %s tells its own sentence', async (_name, answer, message) => {
  await answeringServer(answer)
  const failure: unknown = await load(agencies.timeZones, {}, new AbortController().signal).catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(Error)
  expect(timeZonesMessage(failure as Error)).toBe(message)
})

test('nothing is said of time zones that are there and could not be read again', () => {
  const error = new Error('Failed to fetch')
  expect(missingZonesFailure({ data: undefined, error })).toBe(error)
  expect(missingZonesFailure({ data: [], error })).toBeNull()
})
