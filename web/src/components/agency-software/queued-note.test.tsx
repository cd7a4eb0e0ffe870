// @vitest-environment jsdom
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { openPage } from '../../../test/page.tsx'
import { said } from '../../../test/said.ts'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { Announcer } from '../messages/announce.tsx'
import { QueuedNote, useOpenCommands } from './queued-note.tsx'

const order = { command: 'unlockUser', created: '2026-11-20T08:00:00Z', issuedBy: 'ann@support.test' }

test('[TRUTH-05] a command is queued for whom it is meant, until it is collected', async () => {
  await answeringCalls({
    GetAgencySoftwareStatus: done({
      connected: false,
      lastSeenAt: null,
      open: [
        { ...order, commandId: 1, argument: 'ABC', state: 'queued' },
        { ...order, commandId: 2, argument: 'LCK', state: 'delivered' },
      ],
    }),
  })
  const { result } = mountHook(() => useOpenCommands(6938))
  expect(result.current.whyQueued('unlockUser')).toBeNull()
  await waitFor(() => expect(result.current.open).toHaveLength(2))
  const sentence = "Queued; the agency's software has never called, so nothing will collect it yet."
  const whyQueued = (name?: string) => result.current.whyQueued('unlockUser', name)
  expect([undefined, 'ABC', 'LCK', 'OLD'].map(whyQueued)).toEqual([sentence, sentence, null, null])
  expect(result.current.whyQueued('releaseSeat')).toBeNull()
})

const command = {
  ...order,
  commandId: 7,
  command: 'superUsers',
  argument: '',
  state: 'failed',
  reason: 'unknownCommand',
  output: '',
  result: null,
}
const words = { done: 'passed on', act: 'it', able: 'let temporary users in' } as const

test('that a command is queued, and why it failed, is announced once, however its age goes on', async () => {
  await answeringCalls({
    GetAgencySoftwareStatus: done({ connected: false, lastSeenAt: null, open: [] }),
    GetAgencyQueuedCommands: done(command),
  })
  const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
  const status = callKey(agencyCommands.softwareStatus, { agencyId: 6938 })
  const see = (minutesAgo: number, open: readonly object[]) =>
    act(() => {
      const lastSeenAt = new Date(Date.now() - (minutesAgo + 0.5) * 60_000).toISOString()
      queryClient.setQueryData(status, { connected: false, lastSeenAt, open })
    })
  const note = (ordered: { commandId: number; words: typeof words } | null) => (
    <>
      <QueuedNote agencyId={6938} command="superUsers" ordered={ordered} />
      <Announcer />
    </>
  )
  const { rerender } = render(note(null), { wrapper })
  await waitFor(() => expect(queryClient.getQueryData(status)).toBeDefined())
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  see(3, [{ ...order, commandId: 7, command: 'superUsers', argument: '', state: 'queued' }])
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  const sentence = "Queued; the agency's software was last seen 3 minutes ago."
  expect(said()).toEqual([sentence])
  see(4, [{ ...order, commandId: 7, command: 'superUsers', argument: '', state: 'queued' }])
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByText(/4 minutes ago/)).toBeDefined()
  expect(said()).toEqual([sentence])
  vi.useRealTimers()
  see(4, [])
  rerender(note({ commandId: 7, words }))
  const why = "Not passed on: this version of the agency's software cannot let temporary users in."
  await waitFor(() => expect(said()).toEqual([sentence, why]))
  // What stands on the screen is no live region: it would be read again whenever a dialog closes.
  expect(screen.queryAllByRole('status')).toEqual([])
})
