// @vitest-environment jsdom
import { type SeatToken, type SeatUsage, seats } from '@agency-support/contract/modules/seats'
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answeringCalls, done, lateAnswer, refused } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { waitingCommand } from '../../../test/waiting-command.ts'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { notify } from '../../components/messages/notify.ts'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { useRelease } from './use-release.ts'

afterEach(() => notify.clear())

const path = '/staff/seats/release/6938/ABC'
const key = callKey(seats.usage, { agencyId: '6938' })
const on = (hostName: string) => ({ hostName }) as SeatToken
const seat = (username: string, ...tokens: SeatToken[]) => ({
  username,
  lastSigninAt: null,
  lastTokenAt: null,
  tokens,
  releaseProblem: null,
})
const failed = 'Unable to release set. Something went wrong communicating with the API.'
const held = seat('ABC', on('PC-1'), on('PC-2'), on('PC-1'))
const usage: SeatUsage = { licensedSeats: 5, usedSeats: 3, reportedAt: null, seats: [seat('XYZ'), held] }

/** The tab with its seats; asks to release the one of ABC. */
function askToRelease(of = held) {
  const { result } = mountHook(() => useRelease(6938))
  queryClient.setQueryData(key, usage)
  const released = result.current.release(of)
  return { tab: () => result.current, released }
}
const shown = () => queryClient.getQueryData<SeatUsage>(key)

test('a seat is released after a question that names its computers, and its row goes', async () => {
  const late = lateAnswer()
  await answeringCalls({ [path]: late.answer })
  const { tab } = askToRelease()
  expect(confirmStore.current()).toMatchObject({
    title: 'Release the seat of ABC?',
    subject: 'ABC · PC-1, PC-2',
    body: 'The person is signed out on every computer and can sign in again while seats are free.',
    confirmLabel: 'Release',
    danger: true,
  })
  await act(async () => confirmStore.current()?.answer(true))
  await waitFor(() => expect(tab().busy).toEqual(['ABC']))
  expect(shown()).toBe(usage)
  late.give(done())
  await waitFor(() => expect(shown()).toEqual({ ...usage, usedSeats: 2, seats: [seat('XYZ')] }))
  expect(notify.current()).toMatchObject({ level: 'ok', text: 'Seat released successfully', ms: 6000 })
  await waitFor(() => expect(tab().busy).toEqual([]))
})

test('who declines releases nothing; a seat without a computer is named by its user alone', async () => {
  const server = await answeringCalls({ [path]: done() })
  const { released } = askToRelease(seat('ABC'))
  expect(confirmStore.current()?.subject).toBe('ABC')
  confirmStore.current()?.answer(false)
  await released
  expect([server.names(), shown(), notify.current()]).toEqual([[], usage, null])
})

test('a seat that was released already goes too', async () => {
  await answeringCalls({ [path]: refused(2, 'This seat was released already.') })
  const { released } = askToRelease()
  confirmStore.current()?.answer(true)
  await released
  expect(shown()?.seats).toEqual([seat('XYZ')])
  expect(notify.current()?.level).toBe('ok')
})

test.each([
  [refused(409, 'Too many commands are waiting.'), 'Too many commands are waiting.'],
  [refused(504, 'No answer.'), `${failed}\nNo answer.`],
  [500, failed],
])('a seat that is not known to be released stays, and is read again: %j', async (answer, says) => {
  await answeringCalls({ [path]: answer })
  const { released } = askToRelease()
  confirmStore.current()?.answer(true)
  await released
  expect(shown()).toBe(usage)
  expect(notify.current()).toMatchObject({ level: 'error', text: says, ms: 6000 })
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true)
})

test('the same release that waits already is sent again only if it is wanted', async () => {
  const server = await answeringCalls({
    [path]: ({ again }) =>
      again === 'true' ? done() : refused(409, 'The same command is waiting already.', waitingCommand()),
  })
  const { released } = askToRelease()
  confirmStore.current()?.answer(true)
  await waitFor(() => expect(confirmStore.current()?.confirmLabel).toBe('Queue it again'))
  confirmStore.current()?.answer(false)
  await released
  expect([shown(), notify.current()]).toEqual([usage, null])
  const again = askToRelease().released
  confirmStore.current()?.answer(true)
  await waitFor(() => expect(confirmStore.current()?.confirmLabel).toBe('Queue it again'))
  confirmStore.current()?.answer(true)
  await again
  expect(server.inputs(path)).toEqual([{}, {}, { again: 'true' }])
  expect(notify.current()?.level).toBe('ok')
})
