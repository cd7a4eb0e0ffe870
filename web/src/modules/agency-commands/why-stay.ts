import type { QueuedCommand } from '@agency-support/contract/modules/queued-command'
import { commandLabel, whyNotCancel } from '@agency-support/contract/rules/agency-commands'
import { commandMessages } from './messages.ts'

/** Why waiting commands cannot be cancelled, each with its name; those of one name and reason are told once. */
export function whyStay(commands: readonly QueuedCommand[]): string[] {
  const staying = commands.flatMap((command) => {
    const why = command.state === 'queued' ? whyNotCancel(command) : undefined
    return why === undefined ? [] : [commandMessages.stays(commandLabel(command.command), why)]
  })
  return [...new Set(staying)]
}
