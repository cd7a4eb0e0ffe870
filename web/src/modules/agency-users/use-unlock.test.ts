// @vitest-environment jsdom
import { type AgencyUser, agencyUsers } from '@agency-support/contract/modules/agency-users'
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { lockedUser } from '../../../test/agency-user.ts'
import { answeringCalls, done, lateAnswer, refused } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { waitingCommand } from '../../../test/waiting-command.ts'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { notify } from '../../components/messages/notify.ts'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { useUnlock } from './use-unlock.ts'

afterEach(() => notify.clear())

const [ada, bob] = [lockedUser({ username: 'ADA' }), lockedUser({ username: 'BOB' })]
const key = callKey(agencyUsers.users, { agencyId: 6938 })

/** The users of an agency on the screen. */
function openUsers() {
  const { result } = mountHook(() => useUnlock(6938))
  queryClient.setQueryData(key, [ada, bob])
  return {
    users: () => result.current,
    statuses: () => queryClient.getQueryData<AgencyUser[]>(key)?.map(({ status }) => status),
    isReadAgain: () => queryClient.getQueryState(key)?.isInvalidated,
  }
}

test('a user counts as unlocked once the server says so', async () => {
  const late = lateAnswer()
  const server = await answeringCalls({ UnlockUser5x: late.answer })
  const { users, statuses, isReadAgain } = openUsers()
  const unlocked = users().unlock(ada)
  await waitFor(() => expect(users().busy).toEqual(['ADA']))
  expect([statuses(), [...users().unlocked]]).toEqual([[2, 2], []])
  late.give(done())
  await unlocked
  await waitFor(() => expect([...users().unlocked]).toEqual(['ADA']))
  expect([statuses(), isReadAgain(), users().busy]).toEqual([[0, 2], false, []])
  expect(notify.current()).toMatchObject({ level: 'ok', ms: 5000 })
  expect(notify.current()?.text).toMatch(/^User: .* has been unlocked\.$/)
  expect(server.inputs('UnlockUser5x')).toEqual([{ agencyId: 6938, username: 'ADA' }])
  act(() => users().forget())
  expect([...users().unlocked]).toEqual([])
})

test.each([
  [refused(304, 'No.'), 'User not locked. No action taken.'],
  [refused(409, 'Too many commands are waiting.'), 'Too many commands are waiting.'],
  [refused(2, 'No such user.'), 'Something went wrong while unlocking the user. Please try again later.'],
  [500, 'Something went wrong while unlocking the user. Please try again later.'],
])('a user who is not unlocked stays as the server says: %j', async (answer, says) => {
  await answeringCalls({ UnlockUser5x: answer })
  const { users, statuses, isReadAgain } = openUsers()
  await act(() => users().unlock(ada))
  expect(notify.current()).toMatchObject({ level: 'error', text: says, ms: 5000 })
  expect([statuses(), [...users().unlocked], isReadAgain()]).toEqual([[2, 2], [], true])
})

test('an unlocking that waits already is queued again only if it is wanted', async () => {
  const server = await answeringCalls({
    UnlockUser5x: ({ again }) =>
      again === true ? done() : refused(409, 'It is waiting already.', waitingCommand()),
  })
  const { users, statuses } = openUsers()
  const declined = users().unlock(ada)
  await waitFor(() => expect(confirmStore.current()).not.toBeNull())
  confirmStore.current()?.answer(false)
  await declined
  expect([statuses(), notify.current()]).toEqual([[2, 2], null])
  const again = users().unlock(ada)
  await waitFor(() => expect(confirmStore.current()).not.toBeNull())
  confirmStore.current()?.answer(true)
  await again
  expect(statuses()).toEqual([0, 2])
  expect(server.inputs('UnlockUser5x').at(-1)).toEqual({ agencyId: 6938, username: 'ADA', again: true })
})
