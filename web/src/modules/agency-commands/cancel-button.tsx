import { agencyCommands, type QueuedCommand } from '@agency-support/contract/modules/agency-commands'
import { commandLabel } from '@agency-support/contract/rules/agency-commands'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../components/notify.ts'
import { send } from '../../lib/api.ts'
import { agencyNoticeMs } from '../../lib/agency-tab.ts'
import { agencyIdParam } from '../../lib/agency-id-param.ts'
import { callKey } from '../../lib/query.ts'
import { commandMessages } from './messages.ts'

/** Takes a waiting command back; one that was collected a moment ago says so. */
export function CancelButton({ command: { commandId, command } }: { command: QueuedCommand }) {
  const { id }: { id?: string } = useParams({ strict: false })
  const agencyId = agencyIdParam(id)
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function cancel(from: number) {
    setBusy(true)
    const outcome = await send(agencyCommands.cancel, { agencyId: from, commandId })
    setBusy(false)
    void queries.invalidateQueries({ queryKey: callKey(agencyCommands.queue, { agencyId: from }) })
    if (outcome.kind === 'ok') return notify.ok(commandMessages.cancelled, { ms: agencyNoticeMs })
    notify.error(outcome.kind === 'failed' ? commandMessages.failed : outcome.message, { ms: agencyNoticeMs })
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
