// @vitest-environment jsdom
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { QueuedCommand } from '@agency-support/contract/modules/queued-command'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { notify } from '../../components/messages/notify.ts'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { fileMessages } from './messages.ts'
import { ResendFile } from './resend-file.tsx'

afterEach(() => notify.clear())

const queue = callKey(agencyCommands.queue, { agencyId: 6938 })
const ended: QueuedCommand = {
  commandId: 7,
  created: '2026-11-20T08:00:00.000Z',
  command: 'resendClient',
  argument: '00012345',
  state: 'failed',
  reason: null,
  attempt: 1,
  begun: true,
  issuedBy: 'ann',
  expectedPickup: null,
  lastSeenAt: '2026-11-20T08:00:01.000Z',
  deliveredAt: '2026-11-20T08:00:00.500Z',
  begunAt: '2026-11-20T08:00:00.600Z',
  finishedAt: '2026-11-20T08:00:01.000Z',
  output: 'Sending 1 client\nNone could be sent.',
  result: { sent: 0, failed: [{ clientId: '00012345', reason: 'There is no such client.' }] },
  files: [],
}

/** The form for this client, at an agency whose queue this is; why the file was not sent, below the button. */
async function openForm(queue: readonly QueuedCommand[], queued = done({ commandId: 7 })) {
  const server = await answeringCalls({
    ReceiveRequest: queued,
    GetAgencySoftwareStatus: done({
      connected: true,
      lastSeenAt: '2026-11-20T08:00:01.000Z',
      versionDisplay: '5.4.2',
      hostName: 'MAIN',
      protocol: 2,
      capabilities: [],
      retiresOn: null,
      open: [],
    }),
    GetAgencyQueuedCommands: done(...queue),
  })
  const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
  function Form() {
    const [clientId, onClientId] = useState('00012345')
    return <ResendFile agencyId={6938} isOnline={false} clientId={clientId} onClientId={onClientId} />
  }
  render(<Form />, { wrapper })
  const form = within(await screen.findByRole('form', { name: 'Resend File' }))
  const told = () => form.queryByRole('group', { name: 'Why the command failed' })?.textContent ?? ''
  return { server, told, send: () => fireEvent.click(screen.getByRole('button', { name: 'Send' })) }
}

test('a file that the agency’s software could not send is told below the button, with its reason', async () => {
  const { told, send } = await openForm([ended])
  expect(told()).toBe('')
  send()
  await waitFor(() =>
    expect(told()).toBe("Not sent: the agency's software could not do it. There is no such client."),
  )
  // Of another kind of file nothing was ordered here.
  fireEvent.click(screen.getByRole('radio', { name: 'Metric File' }))
  expect(told()).toBe('')
})

test('why a file was not sent is told of the client that was ordered, not of another one', async () => {
  const { told, send } = await openForm([ended])
  const type = (value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: 'Value' }), { target: { value } })
  send()
  await waitFor(() => expect(told()).toMatch(/^Not sent/))
  type('00099999')
  expect(told()).toBe('')
  type('00012345')
  expect(told()).toMatch(/^Not sent/)
})

test('nothing is told of earlier and later failures of other orders for the same client', async () => {
  const { server, told, send } = await openForm([
    { ...ended, commandId: 8, state: 'cancelled' },
    { ...ended, state: 'succeeded' },
    { ...ended, commandId: 6 },
  ])
  send()
  await waitFor(() => expect(queryClient.getQueryData(queue)).toHaveLength(3))
  expect(server.names().filter((name) => name === 'ReceiveRequest')).toHaveLength(1)
  expect(told()).toBe('')
})

test('a process of the build before, which names no command, has sent the file all the same', async () => {
  const { told, send } = await openForm([ended], done())
  send()
  await waitFor(() => expect(notify.current()?.text).toBe('File sent to receiver'))
  expect(told()).toBe('')
  // No failure can be told of it, so that the queue is not read for one.
  expect(queryClient.getQueryState(queue)).toMatchObject({ fetchStatus: 'idle', dataUpdateCount: 0 })
})

test('a client file is ordered for an id whose eight digits can be seen, and for no half of one', async () => {
  const { server, send } = await openForm([])
  const user = userEvent.setup({ delay: null })
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Value' })
  await user.clear(field)
  await user.type(field, '5{Enter}')
  expect(screen.getByText(fileMessages.clientIdFirst)).toBeDefined()
  await user.tab()
  expect(field.value).toBe('00000005')
  send()
  await waitFor(() => expect(notify.current()?.text).toBe('File sent to receiver'))
  expect(server.inputs('ReceiveRequest')).toEqual([{ agencyId: 6938, eventId: 1, clientId: '00000005' }])
})
