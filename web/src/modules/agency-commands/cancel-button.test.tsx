// @vitest-environment jsdom
import type { QueuedCommand } from '@agency-support/contract/modules/queued-command'
import { whyNotCancel } from '@agency-support/contract/rules/agency-commands'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cleanWhenFinished, Queries } from '../../../test/mounted.tsx'
import { AgencyIdContext } from '../../agency/agency-id-context.ts'
import { CancelButton } from './cancel-button.tsx'

test('the names of the buttons tell which of several syncs they cancel', () => {
  cleanWhenFinished()
  const waiting = ['00000001', '00000002'].map(
    (argument, commandId) =>
      ({ commandId, command: 'sync', argument, state: 'queued', begun: false }) as QueuedCommand,
  )
  render(
    <AgencyIdContext value={6938}>
      {waiting.map((command) => (
        <CancelButton key={command.commandId} command={command} />
      ))}
    </AgencyIdContext>,
    { wrapper: Queries },
  )
  for (const { argument } of waiting)
    expect(screen.getByRole('button', { name: `Cancel Sync Clients ${argument}` })).toBeDefined()
})

test('what tells the agency’s software whom to let in cannot be cancelled, and says why', () => {
  cleanWhenFinished()
  const command = {
    commandId: 1,
    command: 'superUsers',
    argument: '',
    state: 'queued',
    begun: false,
  } as QueuedCommand
  render(
    <AgencyIdContext value={6938}>
      <CancelButton command={command} />
    </AgencyIdContext>,
    { wrapper: Queries },
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel Update Temporary Users' })
  expect([button.disabled, button.dataset['tip']]).toEqual([true, whyNotCancel(command)])
})
