// @vitest-environment jsdom
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { waitingCommand } from '../../../test/waiting-command.ts'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { notify } from '../../components/messages/notify.ts'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { commandMessages } from './messages.ts'
import { useIssue } from './use-issue.ts'

afterEach(() => notify.clear())

const sync = { command: 'sync', argument: '00000017' } as const
const queue = callKey(agencyCommands.queue, { agencyId: 6938 })

function openForm() {
  const onQueued = vi.fn<(commandId: number) => void>()
  const { result } = mountHook(() => useIssue(6938, onQueued))
  queryClient.setQueryData(queue, [])
  return { form: () => result.current, queued: () => onQueued.mock.calls.flat() }
}

test('a command is queued, reported, and shown in the queue', async () => {
  const server = await answeringCalls({ IssueCommandToAgency: done({ commandId: 7 }) })
  const { form, queued } = openForm()
  await act(() => form().issue(sync))
  expect([queued(), form().problem]).toEqual([[7], null])
  expect(notify.current()).toMatchObject({ level: 'ok', text: commandMessages.queued, ms: 5000 })
  expect(queryClient.getQueryState(queue)?.isInvalidated).toBe(true)
  expect(server.inputs('IssueCommandToAgency')).toEqual([
    { agencyId: 6938, agencyCommand: 'sync', argument: '00000017', again: false },
  ])
})

test('one that waits already is asked about, which is no problem of the form', async () => {
  const server = await answeringCalls({
    IssueCommandToAgency: ({ again }) =>
      again === true
        ? done({ commandId: 8 })
        : refused(409, 'The same command is waiting already.', waitingCommand(sync)),
  })
  const { form, queued } = openForm()
  const declined = form().issue(sync)
  await waitFor(() => expect(confirmStore.current()).not.toBeNull())
  expect(form().problem).toBeNull()
  confirmStore.current()?.answer(false)
  await declined
  expect([queued(), notify.current()]).toEqual([[], null])
  const again = form().issue(sync)
  await waitFor(() => expect(confirmStore.current()).not.toBeNull())
  confirmStore.current()?.answer(true)
  await again
  expect([queued(), server.inputs('IssueCommandToAgency').length]).toEqual([[8], 3])
})

test.each([
  [
    refused(409, 'Too many commands are waiting for this agency.'),
    'Too many commands are waiting for this agency.',
  ],
  [500, commandMessages.failed],
])('a command that is not queued says why at the form: %j', async (answer, says) => {
  await answeringCalls({ IssueCommandToAgency: answer })
  const { form, queued } = openForm()
  await act(() => form().issue(sync))
  expect([form().problem, queued(), notify.current()]).toEqual([says, [], null])
})
