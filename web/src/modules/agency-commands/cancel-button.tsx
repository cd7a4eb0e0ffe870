import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { QueuedCommand } from '@agency-support/contract/modules/queued-command'
import { describeCommand, whyNotCancel } from '@agency-support/contract/rules/agency-commands'
import { notifyAgency } from '../../components/messages/notify.ts'
import { Button } from '../../ui/button.tsx'
import { useAgencyId } from '../../agency/agency-id-context.ts'
import { toSentence } from '../../lib/requests/api.ts'
import { callKey } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { commandMessages } from './messages.ts'

/** Cancels a waiting command; says so if it was fetched just before, and why if it cannot be cancelled. */
export function CancelButton({ command }: { command: QueuedCommand }) {
  const agencyId = useAgencyId()
  const { run, busy } = useSend(agencyCommands.cancel, {
    rereads: callKey(agencyCommands.queue, { agencyId }),
  })

  const why = whyNotCancel(command)

  async function cancel() {
    const outcome = await run({ agencyId, commandId: command.commandId })
    if (outcome.kind === 'ok') return notifyAgency.ok(commandMessages.cancelled)
    notifyAgency.error(toSentence(outcome, commandMessages.failed))
  }
  return (
    <Button
      variant="quiet"
      busy={busy}
      disabledReason={why}
      // The queue tells it below the table.
      quietReason
      data-tip={why}
      aria-label={`Cancel ${describeCommand(command)}`}
      onClick={() => void cancel()}
    >
      Cancel
    </Button>
  )
}
