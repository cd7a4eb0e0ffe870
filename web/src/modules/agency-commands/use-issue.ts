import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { AgencyCommandName } from '@agency-support/contract/rules/agency-commands'
import { notifyAgency } from '../../components/messages/notify.ts'
import { getWaitingCommand, useQueueCommand } from '../../components/agency-software/queue-command.ts'
import { callKey } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { commandMessages } from './messages.ts'

interface Issued {
  command: AgencyCommandName
  argument: string
}

/** Queues commands; asks first if an identical one is waiting. */
export function useIssue(agencyId: number, onQueued: (commandId: number) => void) {
  const queue = useQueueCommand()
  const { run, busy, failing, problem } = useSend(agencyCommands.issue, {
    unclear: commandMessages.failed,
    rereads: callKey(agencyCommands.queue, { agencyId }),
  })

  async function issue({ command, argument }: Issued): Promise<void> {
    const outcome = await queue((again) => run({ agencyId, agencyCommand: command, argument, again }))
    if (outcome?.kind !== 'ok') return
    notifyAgency.ok(commandMessages.queued)
    onQueued(outcome.data.commandId)
  }
  return { issue, busy, problem: getWaitingCommand(failing) === undefined ? problem : null }
}
