// @vitest-environment jsdom
import { queueRefusals } from '@agency-support/contract/modules/queued-command'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mountHook } from '../../../test/mounted.tsx'
import { waitingCommand } from '../../../test/waiting-command.ts'
import type { Outcome } from '../../lib/requests/api.ts'
import type { ClientCall } from '@agency-support/contract/call'
import { confirmStore } from '../dialogs/confirm-store.ts'
import { useUtc } from '../../lib/format/utc.ts'
import { getWaitingCommand, useQueueCommand } from './queue-command.ts'

const [code] = queueRefusals.waiting
const waiting = waitingCommand({ issuedBy: 'Ada' })
const refused = (given: object) => ({ kind: 'refused' as const, code, message: '', data: waiting, ...given })

test('the command that waits already is the one that the refusal names', () => {
  expect(getWaitingCommand(refused({}))).toEqual(waiting)
})

test.each([
  ['nothing was sent', null],
  ['it was queued', { kind: 'ok' as const, data: waiting, message: '' }],
  ['another refusal', refused({ code: code + 1 })],
  ['a conflict that names no command', refused({ data: { changedBy: 'Ada' } })],
  ['a conflict without an item', refused({ data: undefined })],
  ['a conflict with null', refused({ data: null })],
])('no command waits: %s', (_name, outcome) => {
  expect(getWaitingCommand(outcome)).toBeUndefined()
})

/** Queues a command that the server refuses as long as it is not wanted again. */
function queueWaiting(given: object = {}) {
  const make = vi.fn((again: boolean) =>
    Promise.resolve<Outcome<ClientCall>>(
      again ? { kind: 'ok', data: null, message: '' } : refused({ data: { ...waiting, ...given } }),
    ),
  )
  const { result, unmount } = mountHook(() => useQueueCommand())
  return { make, queued: result.current(make), leave: unmount }
}
const question = () => vi.waitFor(() => confirmStore.current() ?? Promise.reject(new Error('not asked')))

test('of a command that waits already it is asked who queued it and when, and it is queued again', async () => {
  const { make, queued } = queueWaiting({ command: 'log', argument: '00000017' })
  const asked = await question()
  expect(asked).toMatchObject({
    title: 'The same command is waiting already',
    confirmLabel: 'Queue it again',
  })
  expect(asked.subject).toMatch(/ 00000017$/)
  expect(asked.body).toMatch(
    /^Ada queued it at 11\/20\/2026 \d\d:00:00 and the agency has not collected it yet\.$/,
  )
  asked.answer(true)
  expect(await queued).toMatchObject({ kind: 'ok' })
  expect(make.mock.calls).toEqual([[false], [true]])
})

test('who declines queues nothing more', async () => {
  const { make, queued } = queueWaiting()
  const asked = await question()
  expect(asked.subject).not.toMatch(/ $/)
  asked.answer(false)
  expect(await queued).toBeNull()
  expect(make).toHaveBeenCalledOnce()
})

test('who has left the screen is told of the refusal instead of asked', async () => {
  const { make, queued, leave } = queueWaiting()
  leave()
  expect(await queued).toMatchObject({ kind: 'refused', code })
  expect([make.mock.calls.length, confirmStore.current()]).toEqual([1, null])
})

test('when it was queued is told in the zone of all times on the page', async () => {
  onTestFinished(() => useUtc.setState(false))
  useUtc.setState(true)
  vi.stubEnv('TZ', 'America/New_York')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { queued } = queueWaiting({ created: '2026-11-20T15:00:00Z' })
  const asked = await question()
  expect(asked.body).toContain('at 11/20/2026 15:00:00')
  asked.answer(false)
  await queued
})

test('of any other answer nothing is asked', async () => {
  const make = vi.fn(() => Promise.resolve({ kind: 'none', message: 'Agency not found' } as const))
  const { result } = mountHook(() => useQueueCommand())
  expect(await result.current(make)).toEqual({ kind: 'none', message: 'Agency not found' })
  expect([make.mock.calls.length, confirmStore.current()]).toEqual([1, null])
})
