// @vitest-environment jsdom
import { reports, type SubscriptionEvent } from '@agency-support/contract/modules/reports'
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answeringCalls, done, lateAnswer, refused } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { stubLocalZone } from '../../../test/local-zone.ts'
import { notify } from '../../components/messages/notify.ts'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { useMarks } from './use-marks.ts'

afterEach(() => notify.clear())

const event = (id: number) => ({ id, agencyId: 6938, isProcessed: false, version: 2 }) as SubscriptionEvent
const keys = [7, 8].map((productId) => callKey(reports.subscriptionEvents, { productId }))

/** The report with two lists that were read. */
function openReport() {
  const { result, rerender } = mountHook((filter: string) => useMarks(filter), 'open')
  for (const key of keys) queryClient.setQueryData(key, [event(1), event(2)])
  return {
    report: () => result.current,
    filterBy: rerender,
    lists: () => keys.map((key) => queryClient.getQueryData(key)),
    isReadAgain: () => keys.map((key) => queryClient.getQueryState(key)?.isInvalidated),
  }
}

test('a mark is shown in every list once it is saved; its row stays under the filter', async () => {
  const late = lateAnswer()
  const server = await answeringCalls({ SetESignatureBillingRecordProcessed: late.answer })
  const { report, lists, filterBy, isReadAgain } = openReport()
  const marked = report().mark(event(1), true)
  await waitFor(() => expect(report().busy).toEqual([1]))
  expect(lists()[0]).toEqual([event(1), event(2)])
  late.give(done())
  await marked
  await waitFor(() => expect([...report().marked]).toEqual([1]))
  const after = [{ ...event(1), isProcessed: true, version: 3 }, event(2)]
  expect([lists(), report().busy, isReadAgain()]).toEqual([[after, after], [], [false, false]])
  expect(server.inputs('SetESignatureBillingRecordProcessed')).toEqual([
    { agencyId: 6938, recordId: 1, newValue: true, version: 2 },
  ])
  await act(() => report().mark(event(2), true))
  expect([...report().marked]).toEqual([1, 2])
  filterBy('all')
  expect([...report().marked]).toEqual([])
})

test('a row is busy until its own mark is saved, also when another has been set meanwhile', async () => {
  const [first, second] = [lateAnswer(), lateAnswer()]
  const answers = [first, second]
  await answeringCalls({ SetESignatureBillingRecordProcessed: () => answers.shift()?.answer() ?? 500 })
  const { report } = openReport()
  const marks = [report().mark(event(1), true)]
  await waitFor(() => expect(report().busy).toEqual([1]))
  marks.push(report().mark(event(2), true))
  await waitFor(() => expect(report().busy).toEqual([1, 2]))
  second.give(done())
  await waitFor(() => expect(report().busy).toEqual([1]))
  first.give(done())
  await Promise.all(marks)
  await waitFor(() => expect(report().busy).toEqual([]))
})

test('what a colleague has set before the answer arrives stays in the lists', async () => {
  const late = lateAnswer()
  await answeringCalls({ SetESignatureBillingRecordProcessed: late.answer })
  const { report, lists } = openReport()
  const marked = report().mark(event(1), true)
  await waitFor(() => expect(report().busy).toEqual([1]))
  const theirs = [{ ...event(1), isProcessed: false, version: 4 }, event(2)]
  for (const key of keys) queryClient.setQueryData(key, theirs)
  late.give(done())
  await marked
  await waitFor(() => expect([...report().marked]).toEqual([1]))
  expect(lists()).toEqual([theirs, theirs])
})

test('a mark that a colleague has set has the lists read again', async () => {
  stubLocalZone('Asia/Kolkata')
  const changedAt = '2026-11-20T08:00:00.000Z'
  const says = (at: string) => `ann@support.test changed this mark at ${at}.`
  await answeringCalls({ SetESignatureBillingRecordProcessed: refused(409, says(changedAt), { changedAt }) })
  const { report, lists, isReadAgain } = openReport()
  await act(() => report().mark(event(1), true))
  const text = `Error setting Processed flag\n${says('11/20/2026 1:30:00 pm')}`
  expect(notify.current()).toMatchObject({ level: 'error', text, ms: 5000 })
  expect([lists()[0], [...report().marked], isReadAgain()]).toEqual([[event(1), event(2)], [], [true, true]])
})

test('a mark that got no answer stays as it was', async () => {
  await answeringCalls({ SetESignatureBillingRecordProcessed: 500 })
  const { report, isReadAgain } = openReport()
  await act(() => report().mark(event(1), true))
  expect(notify.current()?.text).toMatch(/^Error setting Processed flag/)
  expect([[...report().marked], isReadAgain()]).toEqual([[], [false, false]])
})
