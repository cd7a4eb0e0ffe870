// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { useGroup } from './use-group.ts'

test('Formstack is asked for a group only when somebody asks, and its failure is shown until the next question', async () => {
  const group = { id: 'g7', accounts: [] }
  const server = await answeringCalls({
    GetFormstackGroupDetails: ({ groupId }) =>
      groupId === 'g7' ? done(group) : groupId === 'g9' ? refused(503, 'It is away.') : refused(2, 'None.'),
  })
  const light = { begun: vi.fn(), ended: vi.fn() }
  const { result } = mountHook(() => useGroup(6938, light))
  expect([result.current.group, result.current.failure]).toEqual([null, null])
  await act(() => result.current.ask(''))
  expect(result.current.failure).toEqual({ text: 'Invalid Group Id', sentence: null })
  await act(() => result.current.ask('g8'))
  expect([result.current.group, result.current.failure]).toEqual([
    null,
    { text: 'Invalid Group Id', sentence: null },
  ])
  await act(() => result.current.ask('g9'))
  expect(result.current.failure?.sentence).toBe('It is away.')
  const asked = result.current.ask('g7')
  await waitFor(() => expect(result.current.failure).toBeNull())
  await act(() => asked)
  expect([result.current.group, result.current.failure]).toEqual([group, null])
  expect(server.inputs('GetFormstackGroupDetails')).toEqual(
    ['g8', 'g9', 'g7'].map((groupId) => ({ agencyId: 6938, groupId })),
  )
  // Whether Formstack failed to answer: a group that does not exist is an answer, an empty id no question.
  expect(light.ended.mock.calls).toEqual([[false], [true], [false]])
  expect(light.begun).toHaveBeenCalledTimes(3)
})

test('a group stays while it is asked for again, and goes when another one is asked for', async () => {
  const group = { id: 'g7', accounts: [] }
  let isAway = false
  await answeringCalls({
    GetFormstackGroupDetails: ({ groupId }) =>
      isAway ? refused(503, 'It is away.') : groupId === 'g7' ? done(group) : refused(2, 'None.'),
  })
  const { result } = mountHook(() => useGroup(6938, { begun: vi.fn(), ended: vi.fn() }))
  await act(() => result.current.ask('g7'))
  isAway = true
  await act(() => result.current.ask('g7'))
  expect([result.current.group, result.current.failure?.sentence]).toEqual([group, 'It is away.'])
  isAway = false
  await act(() => result.current.ask('g8'))
  expect([result.current.group, result.current.failure?.text]).toEqual([null, 'Invalid Group Id'])
})
