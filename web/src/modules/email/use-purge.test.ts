// @vitest-environment jsdom
import { email, type Suppression } from '@agency-support/contract/modules/email'
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answeringCalls, done, lateAnswer, refused } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { notify } from '../../components/messages/notify.ts'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { usePurge } from './use-purge.ts'
import { useSuppressions } from './use-suppressions.ts'

afterEach(() => notify.clear())

const row = (at: number): Suppression => ({ email: `a${at}@b.test`, type: 'bounce', is6x: false })
const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at))
const [all, found] = [callKey(email.suppressions, {}), callKey(email.suppressions, { search: 'a' })]

/** The screen with two lists that were read: all addresses, and what a search found. */
function openScreen() {
  const onGone = vi.fn<(ids: ReadonlySet<string>) => void>()
  const { result } = mountHook(() => usePurge(onGone))
  for (const key of [all, found]) queryClient.setQueryData(key, { data: rows(3), remark: 'As read.' })
  return {
    screen: () => result.current,
    gone: () => onGone.mock.calls.map(([ids]) => [...ids]),
    lists: () => [all, found].map((key) => queryClient.getQueryData(key)),
    isReadAgain: () => queryClient.getQueryState(all)?.isInvalidated,
  }
}

test('purged addresses go from every list that was read, and their number is shown meanwhile', async () => {
  const late = lateAnswer()
  const server = await answeringCalls({ PurgeEmailSuppressions: late.answer })
  const { screen, gone, lists, isReadAgain } = openScreen()
  const purged = screen().purge(rows(2))
  await waitFor(() => expect(screen().progress).toEqual({ done: 0, all: 2 }))
  late.give(done())
  await purged
  await waitFor(() => expect(screen().progress).toBeNull())
  const left = { data: [row(2)], remark: 'As read.' }
  expect([gone(), lists()]).toEqual([[['a0@b.test bounce 5x', 'a1@b.test bounce 5x']], [left, left]])
  expect([screen().problem, notify.current()?.text, isReadAgain()]).toEqual([null, 'Purge successful', false])
  expect(server.inputs('PurgeEmailSuppressions')).toEqual([{ suppressions: rows(2) }])
})

test('[PROV-26] ten addresses are purged without a question, eleven ask', async () => {
  const server = await answeringCalls({ PurgeEmailSuppressions: done() })
  const { screen } = openScreen()
  const purged = screen().purge(rows(10))
  expect(confirmStore.current()).toBeNull()
  await purged
  expect(server.inputs('PurgeEmailSuppressions')).toEqual([{ suppressions: rows(10) }])
  const asked = screen().purge(rows(11))
  expect(confirmStore.current()?.title).toBe('Purge 11 addresses?')
  confirmStore.current()?.answer(false)
  await asked
  expect(server.names()).toHaveLength(1)
})

test('many addresses are purged after a question, or not at all', async () => {
  const server = await answeringCalls({ PurgeEmailSuppressions: done() })
  const { screen, gone } = openScreen()
  const declined = screen().purge(rows(1_100))
  expect(confirmStore.current()).toMatchObject({
    title: 'Purge 1,100 addresses?',
    body: 'Mail to them is tried again. An address that has not been corrected will be suppressed again.',
    confirmLabel: 'Purge',
    cancelLabel: 'Keep them',
    danger: true,
  })
  confirmStore.current()?.answer(false)
  await declined
  expect([server.names(), gone()]).toEqual([[], []])
  const purged = screen().purge(rows(11))
  confirmStore.current()?.answer(true)
  await purged
  expect([server.names().length, gone()[0]?.length]).toEqual([1, 11])
})

test('addresses that were left are shown, and stay in the lists', async () => {
  const results = [
    { ...row(0), purged: true, message: '' },
    { ...row(1), purged: false, message: 'Busy.' },
  ]
  await answeringCalls({ PurgeEmailSuppressions: refused(1, 'Some were not purged.', { results }) })
  const { screen, gone, lists, isReadAgain } = openScreen()
  await act(() => screen().purge(rows(2)))
  const says = '1 of 2 addresses were purged. Not purged: a1@b.test (bounce): Busy.'
  expect([screen().problem, notify.current()?.text, notify.current()?.level]).toEqual([says, says, 'error'])
  expect(gone()).toEqual([['a0@b.test bounce 5x']])
  expect(lists()[0]).toEqual({ data: [row(1), row(2)], remark: 'As read.' })
  expect(isReadAgain()).toBe(false)
})

test('a purge without an answer has the lists read again, because nobody knows what became of it', async () => {
  await answeringCalls({ PurgeEmailSuppressions: 500 })
  const { screen, isReadAgain } = openScreen()
  await act(() => screen().purge(rows(2)))
  expect(screen().problem).toBe('0 of 2 addresses were purged. The others are still selected.')
  expect(notify.current()?.text).toBe('An error occurred while processing your request')
  expect(isReadAgain()).toBe(true)
  await answeringCalls({ PurgeEmailSuppressions: done() })
  await act(() => screen().purge(rows(1)))
  expect(screen().problem).toBeNull()
})

test('a list that was asked for before the purge does not bring purged addresses back', async () => {
  const late = lateAnswer()
  const reads = [() => done(...rows(2)), late.answer, () => done(row(1))]
  const server = await answeringCalls({
    GetEmailSuppressions: () => reads.shift()?.() ?? 500,
    PurgeEmailSuppressions: done(),
  })
  const { result } = mountHook(() => {
    const purging = usePurge(vi.fn())
    return { ...purging, ...useSuppressions('', purging.progress !== null) }
  })
  const shown = () => result.current.query.data?.data
  await waitFor(() => expect(shown()).toEqual(rows(2)))
  act(() => void result.current.query.refetch())
  await waitFor(() => expect(server.inputs('GetEmailSuppressions')).toHaveLength(2))
  await act(() => result.current.purge(rows(1)))
  expect(shown()).toEqual([row(1)])
  late.give(done(...rows(2)))
  await waitFor(() => expect(result.current.query.isFetching).toBe(false))
  expect(shown()).toEqual([row(1)])
  expect(server.inputs('GetEmailSuppressions')).toHaveLength(3)
})
