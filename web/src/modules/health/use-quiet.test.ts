// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mountHook } from '../../../test/mounted.tsx'
import { queryClient } from '../../lib/requests/query.ts'
import { useQuiet } from './use-quiet.ts'

const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

/** The hook while a read runs; `answer` ends that. */
async function mountWhileReading() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { promise, resolve } = Promise.withResolvers<string>()
  void queryClient.fetchQuery({ queryKey: ['card'], queryFn: () => promise })
  const { result } = mountHook(() => useQuiet())
  const answer = () => act(async () => resolve('answer'))
  return { result, answer }
}

test('it is quiet a moment after the screen has what it read', async () => {
  const { result, answer } = await mountWhileReading()
  await pass(300)
  expect(result.current).toBe(false)
  await answer()
  await pass(0)
  await pass(250)
  expect(result.current).toBe(true)
})

test('it is quiet enough after a second, while a provider does not answer', async () => {
  const { result, answer } = await mountWhileReading()
  await pass(999)
  expect(result.current).toBe(false)
  await pass(1)
  expect(result.current).toBe(true)
  await answer()
})
