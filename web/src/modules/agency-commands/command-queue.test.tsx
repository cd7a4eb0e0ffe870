// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubMatchMedia, stubResizeObserver } from '../../../test/without-layout.ts'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { Announcer } from '../../components/messages/announce.tsx'
import { CommandQueue } from './command-queue.tsx'

const queuedCommand = {
  created: '2026-11-21T12:00:00.000Z',
  argument: '',
  state: 'queued',
  reason: null,
  attempt: 1,
  begun: false,
  issuedBy: 'ann@support.test',
  expectedPickup: 'whenBack',
  lastSeenAt: '2026-11-10T08:00:00.000Z',
  deliveredAt: null,
  begunAt: null,
  finishedAt: null,
  output: '',
  result: null,
  files: [],
} as const

const stays =
  "Update Temporary Users stays. This command tells the agency's software which temporary users it may let in. To shut one out, revoke the user."

/** Shows a queue in which these commands wait. */
async function openQueue(...names: readonly string[]): Promise<void> {
  stubResizeObserver()
  stubMatchMedia()
  const waiting = names.map((command, commandId) => ({ ...queuedCommand, commandId, command }))
  await answeringCalls({ GetAgencyQueuedCommands: done(...waiting) })
  const { wrapper } = await openPage('/agency-detail/6938?tab=command', '/agency-detail/$id')
  render(<CommandQueue agencyId={6938} added={null} />, { wrapper })
  await screen.findAllByRole('button', { name: /^Cancel (Update Temporary Users|Count)$/ })
}

test('what cannot be cancelled is named before all that wait are cancelled', async () => {
  onTestFinished(confirmStore.dismiss)
  await openQueue('superUsers', 'count')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel all waiting' }))
  expect(confirmStore.current()).toMatchObject({
    subject: '1 waiting: Count',
    body: `The agency has not collected them. What it collects in this moment is not cancelled. ${stays}`,
  })
})

test('where only that waits, it is why nothing can be cancelled', async () => {
  await openQueue('superUsers')
  const all = screen.getByRole('button', { name: 'Cancel all waiting', description: stays })
  expect(all.hasAttribute('disabled')).toBe(true)
})

test.each([
  [['superUsers'], 1],
  [['superUsers', 'superUsers', 'count'], 1],
  [['count'], 0],
])('where %j wait, what cannot be cancelled is told for all to see %i times', async (names, times) => {
  await openQueue(...names)
  expect(screen.queryAllByText(stays, { ignore: '.sr-only' })).toHaveLength(times)
})

test.each([
  ['read and empty', done(), 'No command waits.'],
  ['unreadable', 500, 'The commands are not loaded.'],
])('why nothing can be cancelled in a queue that is %s', async (_what, answer, description) => {
  stubResizeObserver()
  stubMatchMedia()
  await answeringCalls({ GetAgencyQueuedCommands: answer })
  const { wrapper } = await openPage('/agency-detail/6938?tab=command', '/agency-detail/$id')
  render(<CommandQueue agencyId={6938} added={null} />, { wrapper })
  const button = { name: 'Cancel all waiting', description }
  expect(await screen.findByText(answer === 500 ? 'Something went wrong' : 'No commands')).toBeDefined()
  expect(screen.getByRole('button', button).hasAttribute('disabled')).toBe(true)
})

test('how a command ended that was just queued is announced, and only then', async () => {
  stubResizeObserver()
  stubMatchMedia()
  const ordered = { ...queuedCommand, commandId: 7, command: 'count' }
  const other = { ...queuedCommand, commandId: 8, command: 'uploadConfig', state: 'succeeded' }
  let state = 'queued'
  await answeringCalls({ GetAgencyQueuedCommands: () => done({ ...ordered, state }, other) })
  const { wrapper } = await openPage('/agency-detail/6938?tab=command', '/agency-detail/$id')
  render(
    <>
      <CommandQueue agencyId={6938} added={7} />
      <Announcer />
    </>,
    { wrapper },
  )
  await screen.findByText('Queued commands: 2 rows', {}, { timeout: 5_000 })
  state = 'succeeded'
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText('Count: Succeeded', {}, { timeout: 5_000 })
  expect(screen.queryByText('Upload Config: Succeeded')).toBeNull()
})
