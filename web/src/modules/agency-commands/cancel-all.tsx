import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { QueuedCommand } from '@agency-support/contract/modules/queued-command'
import { commandLabel, describeCommand, whyNotCancel } from '@agency-support/contract/rules/agency-commands'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { notifyAgency } from '../../components/messages/notify.ts'
import { toSentence } from '../../lib/requests/api.ts'
import { callKey } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { Button } from '../../ui/button.tsx'
import { commandMessages } from './messages.ts'
import { whyStay } from './why-stay.ts'

interface CancelAllProps {
  agencyId: number
  /** Undefined while they are not known. */
  commands: readonly QueuedCommand[] | undefined
}

/**
 * Cancels all waiting commands after a confirmation; names those that cannot be cancelled, and those that the agency
 * fetched meanwhile.
 */
export function CancelAll({ agencyId, commands }: CancelAllProps) {
  const confirm = useConfirm()
  const { run, busy } = useSend(agencyCommands.cancelWaiting, {
    rereads: callKey(agencyCommands.queue, { agencyId }),
  })
  const waiting = (commands ?? []).filter(
    (command) => command.state === 'queued' && whyNotCancel(command) === undefined,
  )
  const staying = whyStay(commands ?? [])
  const whyNone = commands === undefined ? commandMessages.notLoaded : commandMessages.noneWaiting

  async function cancel() {
    const names = [...new Set(waiting.map(({ command }) => commandLabel(command)))].join(', ')
    const confirmed = await confirm({
      title: 'Cancel all waiting commands?',
      subject: `${waiting.length} waiting: ${names}`,
      body: [commandMessages.cancelling, ...staying].join(' '),
      confirmLabel: 'Cancel them',
      cancelLabel: 'Keep them',
    })
    if (!confirmed) return
    const outcome = await run({ agencyId, commandIds: waiting.map(({ commandId }) => commandId) })
    if (outcome.kind !== 'ok') return notifyAgency.error(toSentence(outcome, commandMessages.failed))
    const { cancelled, left } = outcome.data
    const rest = left.length === 0 ? [] : [commandMessages.left(left.map(describeCommand))]
    notifyAgency.ok([commandMessages.allCancelled(cancelled), ...rest].join(' '))
  }
  return (
    <Button
      busy={busy}
      disabledReason={waiting.length === 0 ? (staying[0] ?? whyNone) : undefined}
      // What stays is told below the table.
      quietReason
      data-tip={waiting.length === 0 ? staying[0] : undefined}
      onClick={() => void cancel()}
    >
      Cancel all waiting
    </Button>
  )
}
