import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { type AgencyCommandName, commandLabel } from '@agency-support/contract/rules/agency-commands'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfirm } from '../../components/confirm.tsx'
import { notify } from '../../components/notify.ts'
import { refusalItem, send, sentenceOf } from '../../lib/api.ts'
import { agencyNoticeMs } from '../../lib/agency-tab.ts'
import { formatInstant } from '../../lib/format.ts'
import { callKey } from '../../lib/query.ts'
import { commandMessages } from './messages.ts'

interface Issued {
  agencyId: number
  command: AgencyCommandName
  argument: string
}

/** Queues commands; one that waits already is named before it is queued again. */
export function useIssue(onQueued: (commandId: number) => void) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function issue({ agencyId, command, argument }: Issued, again = false): Promise<void> {
    setBusy(true)
    setProblem(null)
    const outcome = await send(agencyCommands.issue, { agencyId, agencyCommand: command, argument, again })
    setBusy(false)
    void queries.invalidateQueries({ queryKey: callKey(agencyCommands.queue, { agencyId }) })
    if (outcome.kind === 'ok') {
      notify.ok(commandMessages.queued, { ms: agencyNoticeMs })
      return onQueued(outcome.data.commandId)
    }
    const waiting = refusalItem(agencyCommands.issue, 'waiting', outcome)
    if (waiting === undefined) return setProblem(sentenceOf(outcome, commandMessages.failed))
    const since = formatInstant(waiting.created, 'MM/DD/YYYY HH:mm:ss')
    const asked = {
      title: commandMessages.waiting,
      subject: [commandLabel(waiting.command), waiting.argument].filter((text) => text !== '').join(' '),
      body: `${waiting.issuedBy} queued it at ${since} and the agency has not collected it yet.`,
      confirmLabel: 'Queue it again',
    }
    if (await confirm(asked)) await issue({ agencyId, command, argument }, true)
  }
  return { issue, busy, problem }
}
