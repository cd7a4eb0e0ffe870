import type { WaitingCommand } from '@agency-support/contract/modules/queued-command'

/** A command that waits already, as a refusal names it. */
export const waitingCommand = (given: Partial<WaitingCommand> = {}): WaitingCommand => ({
  commandId: 1,
  command: 'count',
  argument: '',
  created: '2026-11-20T10:00:00Z',
  issuedBy: 'Ann',
  ...given,
})
