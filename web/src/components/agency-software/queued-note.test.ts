// @vitest-environment jsdom
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { useOpenCommands } from './queued-note.tsx'

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
