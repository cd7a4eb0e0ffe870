import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { hasFailed, helperQuery } from './helper-query.ts'

test.each([
  [done({ event: 1 }), { code: 0, data: [{ event: 1 }] }, false],
  [refused(2, 'No such user.'), { code: 2, message: 'No such user.', data: null }, false],
  [refused(7, 'No.'), { code: 7, message: 'No.', data: null }, true],
  [500, { code: 99, data: null }, true],
])('a log answered with %j is %j, failed: %s', async (given, expected, failed) => {
  await answeringCalls({ GetAgencyUserEmailEvents: given })
  const read = helperQuery(agencyUsers.emailEvents, { agencyId: 6938, username: 'ADA' })
  const answer = await new QueryClient().fetchQuery(read)
  expect(answer).toMatchObject(expected)
  expect([hasFailed(answer), hasFailed(undefined)]).toEqual([failed, false])
})
