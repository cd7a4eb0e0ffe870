// @vitest-environment jsdom
import type { SeatRequest } from '@agency-support/contract/modules/seats'
import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answeringCalls, done, lateAnswer, refused } from '../../../test/answering-calls.ts'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { stubLocalZone } from '../../../test/local-zone.ts'
import { notify } from '../../components/messages/notify.ts'
import { profileStore } from '../../lib/profile.ts'
import { queryClient } from '../../lib/requests/query.ts'
import { requestsQuery, useStatusChanges } from './use-status-changes.ts'

const requestOf = (given: Partial<SeatRequest>): SeatRequest => ({
  id: 7,
  requestedDate: '2026-11-20T10:00:00.000Z',
  agencyId: 6938,
  agencyName: 'Lee',
  requestedBy: 'ann',
  quantity: 1,
  targetSeatTotal: 3,
  agencyType: 0,
  agencyOnline: true,
  firstName: 'A',
  lastName: 'B',
  email: 'a@b.test',
  warnings: '',
  status: 1,
  processedBy: null,
  processedByDate: null,
  version: 4,
  ...given,
})
const [first, other] = [requestOf({}), requestOf({ id: 8 })]

beforeEach(() => {
  profileStore.set({ hsUserName: 'lee@support.test', exp: 0, permissions: [], passwordChangeRequired: false })
})
afterEach(() => {
  profileStore.set(null)
  notify.clear()
})

/** The report with two requests on the screen. */
function openReport() {
  const { result } = mountHook(() => useStatusChanges())
  queryClient.setQueryData(requestsQuery.queryKey, [first, other])
  const shown = () => queryClient.getQueryData(requestsQuery.queryKey)?.map(({ status }) => status)
  return { report: () => result.current, shown }
}
const saved = () => expect(notify.current()).toBeNull()

test('a status is shown once it is saved, and can be undone until somebody else changes it', async () => {
  const late = lateAnswer()
  const server = await answeringCalls({
    SetAgencySeatRequestStatus: ({ status }) =>
      status === 2 ? late.answer() : done({ ...first, status, version: 6 }),
  })
  const { report, shown } = openReport()
  act(() => report().setStatus(first, 2))
  expect([report().isSaving(7), report().isSaving(8), shown()]).toEqual([true, false, [1, 1]])
  // A second press while it is being saved sends nothing.
  act(() => report().setStatus(first, 4))
  late.give(done({ ...first, status: 2, version: 5 }))
  await waitFor(() => expect(shown()).toEqual([2, 1]))
  await waitFor(() => expect(report().isSaving(7)).toBe(false))
  expect(server.inputs('SetAgencySeatRequestStatus')).toEqual([
    { id: 7, status: 2, version: 4, hsUserName: 'lee@support.test' },
  ])
  const now = requestOf({ status: 2, version: 5 })
  expect([report().getUndo(now), report().getUndo(other), report().getUndo({ ...now, status: 4 })]).toEqual([
    1,
    null,
    null,
  ])
  act(() => report().undo(now))
  await waitFor(() => expect(shown()).toEqual([1, 1]))
  await waitFor(() => expect(report().getUndo(now)).toBeNull())
  expect(server.inputs('SetAgencySeatRequestStatus')[1]).toMatchObject({ status: 1, version: 5 })
  saved()
})

test('every change of the visit can be undone, the last one of each request', async () => {
  await answeringCalls({
    SetAgencySeatRequestStatus: ({ id, status }) =>
      done(requestOf({ id: Number(id), status: Number(status) })),
  })
  const { report, shown } = openReport()
  act(() => report().setStatus(first, 2))
  await waitFor(() => expect(shown()).toEqual([2, 1]))
  act(() => report().setStatus(other, 4))
  await waitFor(() => expect(shown()).toEqual([2, 4]))
  act(() => report().setStatus(requestOf({ status: 2 }), 4))
  await waitFor(() => expect(shown()).toEqual([4, 4]))
  const undo = () => [requestOf({ status: 4 }), requestOf({ id: 8, status: 4 })].map(report().getUndo)
  await waitFor(() => expect(undo()).toEqual([2, 1]))
})

test('a request that a colleague has handled shows theirs, and says so', async () => {
  const current = requestOf({ status: 4, version: 9 })
  stubLocalZone('Asia/Kolkata')
  const changedAt = '2026-11-20T10:00:00.000Z'
  const says = (at: string) => `ann@support.test handled this request at ${at}.`
  await answeringCalls({
    SetAgencySeatRequestStatus: refused(409, says(changedAt), {
      changedBy: 'ann@support.test',
      changedAt,
      current,
    }),
  })
  const { report, shown } = openReport()
  act(() => report().setStatus(first, 2))
  const text = says('11/20/2026 3:30:00 pm')
  await waitFor(() => expect(notify.current()).toMatchObject({ level: 'error', text }))
  expect([shown(), report().getUndo(current), report().isSaving(7)]).toEqual([[4, 1], null, false])
  expect([report().whyRefused(7), report().whyRefused(8)]).toEqual([text, undefined])
})

test('a request that is gone has the report read again', async () => {
  await answeringCalls({ SetAgencySeatRequestStatus: refused(2, 'This request no longer exists.') })
  const { report } = openReport()
  act(() => report().setStatus(first, 4))
  await waitFor(() => expect(notify.current()?.text).toBe('This request no longer exists.'))
  expect(queryClient.getQueryState(requestsQuery.queryKey)?.isInvalidated).toBe(true)
})

test('a status that was not saved stays as it was', async () => {
  await answeringCalls({ SetAgencySeatRequestStatus: 500 })
  const { report, shown } = openReport()
  act(() => report().setStatus(first, 4))
  await waitFor(() => expect(notify.current()?.text).toBe('Something went wrong'))
  expect([shown(), report().getUndo(first)]).toEqual([[1, 1], null])
  expect(queryClient.getQueryState(requestsQuery.queryKey)?.isInvalidated).toBe(false)
})

test('why a status was not saved stays with its request until the next attempt there, or a refresh', async () => {
  const late = lateAnswer()
  const answers = [500, 500, 500]
  await answeringCalls({ SetAgencySeatRequestStatus: () => answers.pop() ?? late.answer() })
  const { report } = openReport()
  const failed = 'Something went wrong'
  act(() => report().setStatus(first, 4))
  act(() => report().setStatus(other, 4))
  await waitFor(() => expect([7, 8].map(report().whyRefused)).toEqual([failed, failed]))
  act(() => report().forgetRefusals())
  expect([7, 8].map(report().whyRefused)).toEqual([undefined, undefined])
  act(() => report().setStatus(first, 4))
  await waitFor(() => expect(report().whyRefused(7)).toBe(failed))
  act(() => report().setStatus(first, 4))
  expect(report().whyRefused(7)).toBeUndefined()
  late.give(done({ ...first, status: 4, version: 5 }))
  await waitFor(() => expect(report().isSaving(7)).toBe(false))
  expect(report().whyRefused(7)).toBeUndefined()
})

test('a status that got no answer may have been saved, so the report is read again', async () => {
  await answeringCalls({ SetAgencySeatRequestStatus: 504 })
  const { report } = openReport()
  act(() => report().setStatus(first, 4))
  await waitFor(() => expect(report().whyRefused(7)).toMatch(/^There was no answer/))
  expect(queryClient.getQueryState(requestsQuery.queryKey)?.isInvalidated).toBe(true)
})

test('a status that cannot be set is not sent, and nothing is undone that was not done', async () => {
  profileStore.set(null)
  const server = await answeringCalls({ SetAgencySeatRequestStatus: done(requestOf({ status: 4 })) })
  const { report, shown } = openReport()
  act(() => report().setStatus(first, 3))
  act(() => report().undo(first))
  act(() => report().setStatus(first, 4))
  await waitFor(() => expect(shown()).toEqual([4, 1]))
  expect(server.inputs('SetAgencySeatRequestStatus')).toEqual([{ id: 7, status: 4, version: 4 }])
})

test('while nothing can be saved, that is the reason at the row', async () => {
  const says = 'Changes cannot be saved at the moment. Reading still works.'
  await answeringServer((_asked, response) => json(response, { message: says }, 503))
  const { report } = openReport()
  act(() => report().setStatus(first, 2))
  await waitFor(() => expect(notify.current()).toMatchObject({ level: 'error', text: says }))
  expect(report().whyRefused(7)).toBe(says)
})
