import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { QueuedCommand } from '@agency-support/contract/modules/queued-command'
import { commandLabel } from '@agency-support/contract/rules/agency-commands'
import { useParams } from '@tanstack/react-router'
import { notifyAgency } from '../../components/notify.ts'
import { Button } from '../../ui/button.tsx'
import { agencyIdParam } from '../../agency/agency-id-param.ts'
import { toSentence } from '../../lib/api.ts'
import { callKey } from '../../lib/query.ts'
import { useSend } from '../../lib/use-send.ts'
import { commandMessages } from './messages.ts'

/** Cancels a waiting command; says so if it was fetched just before. */
export function CancelButton({ command: { commandId, command } }: { command: QueuedCommand }) {
  const { id } = useParams({ from: '/agency-detail/$id' })
  const agencyId = agencyIdParam(id)
  const { run, busy } = useSend(
    agencyCommands.cancel,
    agencyId === null ? {} : { rereads: callKey(agencyCommands.queue, { agencyId }) },
  )

  async function cancel(from: number) {
    const outcome = await run({ agencyId: from, commandId })
    if (outcome.kind === 'ok') return notifyAgency.ok(commandMessages.cancelled)
    notifyAgency.error(toSentence(outcome, commandMessages.failed))
  }
  if (agencyId === null) return null
  return (
    <Button
      variant="quiet"
      busy={busy}
      aria-label={`Cancel ${commandLabel(command)}`}
      onClick={() => void cancel(agencyId)}
    >
      Cancel
    </Button>
  )
}
