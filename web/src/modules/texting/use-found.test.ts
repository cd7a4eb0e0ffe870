// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, done, lateAnswer, refused } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { useFound } from './use-found.ts'

test('a message that is looked up while an earlier lookup is under way is the one that is shown', async () => {
  const late = lateAnswer()
  await answeringCalls({
    AdminGetMessageById: ({ messageId }) => (messageId === 'slow' ? late.answer() : done({ id: messageId })),
  })
  const { result } = mountHook(() => useFound(6938))
  let slow = Promise.resolve()
  act(() => void (slow = result.current.find('slow')))
  await act(() => result.current.find('quick'))
  const quick = { message: { id: 'quick' }, remark: '' }
  expect(result.current.found).toEqual(quick)
  late.give(done({ id: 'slow' }))
  await act(() => slow)
  expect(result.current.found).toEqual(quick)
})

test('[TEXTING-35] why no message is shown: there is none, a refusal, or nothing that says why', async () => {
  let answer: ReturnType<typeof refused> | number = refused(2, 'Message not found')
  await answeringCalls({ AdminGetMessageById: () => answer })
  const { result } = mountHook(() => useFound(6938))
  const found = async (next: typeof answer) => {
    answer = next
    await act(() => result.current.find('m-1'))
    return result.current.found
  }
  expect(await found(answer)).toBe('Message not found')
  expect(await found(refused(7, 'No.'))).toBe('No.')
  expect(await found(500)).toBe('Something went wrong')
  await waitFor(() => expect(result.current.busy).toBe(false))
})
