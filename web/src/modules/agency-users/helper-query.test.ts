// @vitest-environment jsdom
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { useQuery } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { repeatWhenBack } from '../../lib/live/repeat-when-back.ts'
import { connection } from '../../lib/requests/connection.ts'
import { queryClient } from '../../lib/requests/query.ts'
import { hasFailed, helperQuery } from './helper-query.ts'

/** The answer of a log on the screen. */
function openLog() {
  const read = helperQuery(agencyUsers.emailEvents, { agencyId: 6938, username: 'ADA' })
  const { result } = mountHook(() => useQuery(read))
  return () => result.current.data
}

test.each([
  [done({ event: 1 }), { code: 0, data: [{ event: 1 }] }, false],
  [refused(2, 'No such user.'), { code: 2, message: 'No such user.', data: null }, false],
  [refused(7, 'No.'), { code: 7, message: 'No.', data: null }, true],
  [500, { code: 99, data: null }, true],
])('a log answered with %j is %j, failed: %s', async (given, expected, failed) => {
  await answeringCalls({ GetAgencyUserEmailEvents: given })
  const log = openLog()
  await waitFor(() => expect(log()).toMatchObject(expected))
  expect([hasFailed(log()), hasFailed(undefined)]).toEqual([failed, false])
})

test('a log that got no answer is read again by itself when the connection is back', async () => {
  let isThere = false
  await answeringServer((_asked, response) =>
    isThere ? json(response, done({ event: 1 })) : response.destroy(),
  )
  onTestFinished(repeatWhenBack(queryClient))
  onTestFinished(() => connection.reached())
  const log = openLog()
  await waitFor(() => expect(hasFailed(log())).toBe(true))
  connection.unreachable()
  isThere = true
  act(() => connection.reached())
  await waitFor(() => expect(log()).toMatchObject({ code: 0, data: [{ event: 1 }] }))
})
