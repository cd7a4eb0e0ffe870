import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { type AgencyCommandName, commandLabel } from '@agency-support/contract/rules/agency-commands'
import { useConfirm } from '../../components/confirm.tsx'
import { notify } from '../../components/notify.ts'
import { refusalItem } from '../../lib/api.ts'
import { agencyNoticeMs } from '../../agency/agency-tab.ts'
import { formatInstant } from '@agency-support/contract/rules/instant-format'
import { callKey } from '../../lib/query.ts'
import { useSend } from '../../lib/use-send.ts'
import { commandMessages } from './messages.ts'

interface Issued {
  command: AgencyCommandName
  argument: string
}

/** Queues commands; one that waits already is named before it is queued again. */
export function useIssue(agencyId: number, onQueued: (commandId: number) => void) {
  const confirm = useConfirm()
  const { run, busy, failing, problem } = useSend(agencyCommands.issue, {
    unclear: commandMessages.failed,
    rereads: callKey(agencyCommands.queue, { agencyId }),
  })

  async function issue({ command, argument }: Issued, again = false): Promise<void> {
    const outcome = await run({ agencyId, agencyCommand: command, argument, again })
    if (outcome.kind === 'ok') {
      notify.ok(commandMessages.queued, { ms: agencyNoticeMs })
      return onQueued(outcome.data.commandId)
    }
    const waiting = refusalItem(agencyCommands.issue, 'waiting', outcome)
    if (waiting === undefined) return
    const since = formatInstant(waiting.created, 'MM/DD/YYYY HH:mm:ss')
    const asked = {
      title: commandMessages.waiting,
      subject: [commandLabel(waiting.command), waiting.argument].filter((text) => text !== '').join(' '),
      body: `${waiting.issuedBy} queued it at ${since} and the agency has not collected it yet.`,
      confirmLabel: 'Queue it again',
    }
    if (await confirm(asked)) await issue({ command, argument }, true)
  }
  const isQuestion = failing !== null && refusalItem(agencyCommands.issue, 'waiting', failing) !== undefined
  return { issue, busy, problem: isQuestion ? null : problem }
}
