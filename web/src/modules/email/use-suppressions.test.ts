// @vitest-environment jsdom
import { cutRemark, suppressionId } from '@agency-support/contract/rules/email'
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { queryClient } from '../../lib/requests/query.ts'
import { readFailure } from './read-failure.ts'
import { useKnownLists, useSuppressions } from './use-suppressions.ts'

afterEach(() => void vi.useRealTimers())

const row = (name: string) => ({ email: `${name}@b.test`, type: 'bounce', is6x: false })
const cut = { ...done(row('a1'), row('a2')), message: cutRemark('Bounce') }

interface Shown {
  search: string
  isPurging: boolean
}
function openScreen(shown: Partial<Shown> = {}) {
  const start = { search: '', isPurging: false, ...shown }
  const { result, rerender } = mountHook(
    ({ search, isPurging }: Shown) => useSuppressions(search, isPurging),
    start,
  )
  return {
    shown: () => result.current.query.data?.data.length,
    isSearching: () => result.current.isSearching,
    show: (next: Partial<Shown>) => rerender({ ...start, ...next }),
  }
}
const searches = (server: { inputs: (name: string) => object[] }) => server.inputs('GetEmailSuppressions')

test.each([400, 500])(
  '[EMAIL-14] a list that is answered with %i has the documented text',
  async (status) => {
    await answeringCalls({ GetEmailSuppressions: status })
    const { result } = mountHook(() => useSuppressions('', false))
    await waitFor(() => expect(result.current.query.isError).toBe(true))
    expect(readFailure(result.current.query.error)).toBe('An error occurred while processing your request')
  },
)

test('[PROV-30] a list that is whole is searched here', async () => {
  const server = await answeringCalls({ GetEmailSuppressions: done(row('ann')) })
  const { shown, show, isSearching } = openScreen()
  await waitFor(() => expect(shown()).toBe(1))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  show({ search: 'bob' })
  await act(() => vi.advanceTimersByTimeAsync(300))
  expect([isSearching(), queryClient.isFetching(), searches(server)]).toEqual([false, 0, [{}]])
})

test('[PROV-30] of a list that is cut the provider is asked, and until it answers the list is shown', async () => {
  const late = lateAnswer()
  const server = await answeringCalls({
    GetEmailSuppressions: ({ search }) => (search === undefined ? cut : late.answer()),
  })
  const { shown, show, isSearching } = openScreen()
  await waitFor(() => expect(shown()).toBe(2))
  show({ search: ' bob\u200b ' })
  await waitFor(() => expect(isSearching()).toBe(true))
  expect(shown()).toBe(2)
  late.give(done(row('bob')))
  await waitFor(() => expect(shown()).toBe(1))
  expect([isSearching(), searches(server)]).toEqual([false, [{}, { search: 'bob' }]])
  show({ search: '' })
  await waitFor(() => expect(shown()).toBe(2))
})

test('[PROV-30] the provider is still asked after addresses of a list that was cut have been purged', async () => {
  const server = await answeringCalls({
    GetEmailSuppressions: ({ search }) => (search === undefined ? cut : done(row('bob'))),
  })
  const { shown, show } = openScreen()
  await waitFor(() => expect(shown()).toBe(2))
  const known = mountHook(useKnownLists, undefined).result.current
  await act(() => known.forget(new Set([suppressionId({ email: 'a1@b.test', type: 'bounce', is6x: false })])))
  await waitFor(() => expect(shown()).toBe(1))
  show({ search: 'bob' })
  await waitFor(() => expect(searches(server)).toEqual([{}, { search: 'bob' }]))
})

test('while a purge runs nothing is read', async () => {
  const server = await answeringCalls({ GetEmailSuppressions: done(row('ann')) })
  const { shown, show } = openScreen({ isPurging: true })
  expect(queryClient.isFetching()).toBe(0)
  show({ isPurging: false })
  await waitFor(() => expect(shown()).toBe(1))
  expect(searches(server)).toEqual([{}])
})
