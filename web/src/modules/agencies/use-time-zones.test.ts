// @vitest-environment jsdom
import { agencies } from '@agency-support/contract/modules/agencies'
import { waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { type Answering, answeringServer, json } from '../../../test/answering-server.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { notify } from '../../components/messages/notify.ts'
import { connection } from '../../lib/requests/connection.ts'
import { load } from '../../lib/requests/query.ts'
import { missingZonesFailure, timeZonesMessage, useTimeZones, useTimeZonesFailure } from './use-time-zones.ts'

afterEach(() => connection.reached())

const cases: [string, Answering, string][] = [
  ['HTTP 500', (_asked, response) => json(response, {}, 500), 'Failed to load timezones'],
  [
    'a refusal',
    (_asked, response) => json(response, { code: 1, message: 'No.', data: [] }),
    'Failed to load timezones',
  ],
  ['no answer', (_asked, response) => response.destroy(), 'Error loading time zones'],
  ['the 504 of a proxy', (_asked, response) => json(response, {}, 504), 'Error loading time zones'],
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

test('the time zones are asked for once, and a failure is reported once', async () => {
  await answeringCalls({ GetTimeZones: 500 })
  const failing = mountHook(() => [useTimeZones(), useTimeZonesFailure()] as const)
  await waitFor(() => expect(notify.current()).toMatchObject({ text: 'Failed to load timezones', ms: 5000 }))
  failing.rerender()
  expect([notify.current()?.count, failing.result.current[0]]).toEqual([1, []])
  failing.unmount()
  notify.clear()
  const zone = { id: 'America/New_York', name: 'Eastern' }
  const server = await answeringCalls({ GetTimeZones: done(zone) })
  const { result } = mountHook(() => useTimeZones())
  await waitFor(() => expect(result.current).toEqual([zone]))
  mountHook(() => useTimeZonesFailure())
  expect([server.names(), notify.current()]).toEqual([['GetTimeZones'], null])
})
