// @vitest-environment jsdom
import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { useQuery } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answeringCalls, done, lateAnswer, refused } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { notify } from '../../components/messages/notify.ts'
import { callKey, callQuery, queryClient } from '../../lib/requests/query.ts'
import { useAction } from './use-action.ts'

afterEach(() => notify.clear())

const sessions = callKey(secondFactor.sessions, {})

test('one action at a time, and everything of the screen is read again after it', async () => {
  const late = lateAnswer()
  const server = await answeringCalls({ EndMySession: late.answer })
  const { result } = mountHook(() => useAction())
  queryClient.setQueryData(sessions, [])
  const ended = result.current.act(secondFactor.endSession, { sessionId: 7 })
  await waitFor(() => expect(result.current.busy).toBe(secondFactor.endSession))
  expect(await result.current.act(secondFactor.endSession, { sessionId: 8 })).toBeNull()
  late.give(done())
  expect(await ended).toMatchObject({ kind: 'ok' })
  await waitFor(() => expect(result.current.busy).toBeNull())
  expect([server.inputs('EndMySession'), notify.current()]).toEqual([[{ sessionId: 7 }], null])
  expect(queryClient.getQueryState(sessions)?.isInvalidated).toBe(true)
})

test('what an action brings, such as recovery codes, does not wait for what is read again', async () => {
  const late = lateAnswer()
  const reads = [done(), late.answer()]
  const server = await answeringCalls({
    ListMySessions: () => reads.shift() ?? 500,
    RenewRecoveryCodes: done({ recoveryCodes: ['aaaa-bbbb'] }),
  })
  const { result } = mountHook(() => {
    useQuery(callQuery(secondFactor.sessions, {}))
    return useAction()
  })
  await waitFor(() => expect(queryClient.getQueryData(sessions)).toEqual([]))
  const outcome = await act(() => result.current.act(secondFactor.renewRecoveryCodes, {}))
  expect(outcome).toMatchObject({ data: { recoveryCodes: ['aaaa-bbbb'] } })
  await waitFor(() => expect(server.inputs('ListMySessions')).toHaveLength(2))
  late.give(done())
})

test('an action that is refused says why', async () => {
  await answeringCalls({ EndMySession: refused(2, 'This session has ended already.') })
  const { result } = mountHook(() => useAction())
  await act(() => result.current.act(secondFactor.endSession, { sessionId: 7 }))
  expect(notify.current()).toMatchObject({ level: 'error', text: 'This session has ended already.' })
})
