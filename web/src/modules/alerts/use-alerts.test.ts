// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { alertOf } from '../../../test/alert.ts'
import { answeringCalls, done, lateAnswer, refused } from '../../../test/answering-calls.ts'
import { cleanWhenFinished, mountHook } from '../../../test/mounted.tsx'
import { stubLocalZone } from '../../../test/local-zone.ts'
import { notify } from '../../components/messages/notify.ts'
import { queryClient } from '../../lib/requests/query.ts'
import { alertsQuery, type SaveOutcome, useAlertChanges } from './use-alerts.ts'

afterEach(() => notify.clear())

const alert = alertOf()
const input = { category: 1, priority: 2, feature: 3, systemAlertRecipientType: 2 } as const
const changed = alertOf({ message: 'It is up.', version: 2 })
const failed = 'An error occurred processing the request.'

/** The screen with one alert, which saves. */
function openAlerts() {
  const { result } = mountHook(() => useAlertChanges())
  queryClient.setQueryData(alertsQuery.queryKey, [alert])
  return {
    screen: () => result.current,
    save: (given: Parameters<typeof result.current.save>[0]) =>
      act((): Promise<SaveOutcome> => result.current.save(given)),
    resolve: () => act(() => result.current.resolve(alert)),
    list: () => queryClient.getQueryData(alertsQuery.queryKey),
    isReadAgain: () => queryClient.getQueryState(alertsQuery.queryKey)?.isInvalidated,
  }
}

test('an alert that is sent stands first, one that is updated in its place', async () => {
  const other = alertOf({ guid: '0a1e2400-4040-4040-8404-404040404041' })
  const server = await answeringCalls({
    SendExternalAlert: ({ guid }) => done(guid === undefined ? other : changed),
  })
  const { save, list, screen, isReadAgain } = openAlerts()
  expect(await save({ ...input, message: 'New.' })).toEqual({ kind: 'saved' })
  expect([list(), notify.current()?.text]).toEqual([[other, alert], 'Alert sent'])
  expect(await save({ ...input, guid: alert.guid, message: 'It is up.', version: 1 })).toEqual({
    kind: 'saved',
  })
  expect([list(), notify.current()?.text]).toEqual([[other, changed], 'Alert updated'])
  expect(server.inputs('SendExternalAlert')[1]).toMatchObject({ guid: alert.guid, version: 1 })
  expect([screen().failure, screen().saving, isReadAgain()]).toEqual([null, false, false])
})

test('an alert that a colleague updated meanwhile is shown with theirs, and the list read again', async () => {
  stubLocalZone('Asia/Kolkata')
  const changedAt = '2026-11-20T09:00:00.000Z'
  const says = (at: string) => `ann@support.test updated this alert at ${at}. Your text was not saved.`
  const item = { changedBy: 'ann@support.test', changedAt, current: changed }
  await answeringCalls({ SendExternalAlert: refused(409, says(changedAt), item) })
  const { save, screen, list, isReadAgain } = openAlerts()
  expect(await save({ ...input, guid: alert.guid, message: 'Mine.' })).toEqual({
    kind: 'stale',
    current: changed,
  })
  const shown = says('11/20/2026 2:30:00 pm')
  expect([screen().failure, list(), isReadAgain(), notify.current()]).toEqual([shown, [alert], true, null])
})

test('an alert that a colleague resolved meanwhile is gone, and the list read again', async () => {
  await answeringCalls({ SendExternalAlert: refused(2, 'This alert is no longer active.') })
  const { save, screen, isReadAgain } = openAlerts()
  expect(await save({ ...input, guid: alert.guid, message: 'Mine.' })).toEqual({ kind: 'gone' })
  expect([screen().failure, isReadAgain()]).toEqual(['This alert is no longer active.', true])
})

test('why an alert was not saved is shown until one is', async () => {
  let answer: ReturnType<typeof done> | number = 500
  await answeringCalls({ SendExternalAlert: () => answer })
  const { save, screen, isReadAgain } = openAlerts()
  expect(await save({ ...input, message: 'New.' })).toEqual({ kind: 'failed' })
  expect([screen().failure, isReadAgain()]).toEqual([failed, true])
  answer = done(changed)
  await save({ ...input, message: 'New.' })
  expect(screen().failure).toBeNull()
})

test.each([done(), refused(2, 'This alert is no longer active.')])(
  'an alert that is resolved goes, by whomever: %j',
  async (answer) => {
    const late = lateAnswer()
    const server = await answeringCalls({ ResolveAlert: late.answer })
    const { screen, list, isReadAgain } = openAlerts()
    const resolved = screen().resolve(alert)
    await waitFor(() => expect(screen().resolving).toEqual([alert.guid]))
    late.give(answer)
    await resolved
    expect([list(), notify.current()?.text, screen().resolving]).toEqual([[], 'Alert resolved', []])
    expect(server.inputs('ResolveAlert')).toEqual([{ alertId: alert.guid, guid: alert.guid }])
    expect(isReadAgain()).toBe(false)
  },
)

test('an alert that is not resolved stays, and why is shown', async () => {
  await answeringCalls({ ResolveAlert: 500 })
  const { resolve, screen, list, isReadAgain } = openAlerts()
  await resolve()
  expect([screen().failure, list(), isReadAgain(), notify.current()]).toEqual([failed, [alert], true, null])
})

test('the list is read as it is answered', async () => {
  cleanWhenFinished()
  await answeringCalls({ GetAlerts: done(alert) })
  expect(await queryClient.fetchQuery(alertsQuery)).toEqual([alert])
  await answeringCalls({ GetAlerts: 500 })
  await queryClient.invalidateQueries()
  await expect(queryClient.fetchQuery(alertsQuery)).rejects.toThrow('Unable to get alerts.')
})
