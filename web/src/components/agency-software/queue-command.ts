import type { ClientCall } from '@agency-support/contract/call'
import { queueRefusals, type WaitingCommand } from '@agency-support/contract/modules/queued-command'
import { describeCommand } from '@agency-support/contract/rules/agency-commands'
import { formatInstant } from '@agency-support/contract/rules/instant-format'
import type { Outcome } from '../../lib/requests/api.ts'
import { useIsHere } from '../../lib/use-is-here.ts'
import { useConfirm } from '../dialogs/confirm.tsx'
import { shownZone } from '../../lib/format/utc.ts'

/** Shown about an identical waiting command. */
const waitingTitle = 'The same command is waiting already'

/** The identical waiting command because of which a call was refused; undefined for any other outcome. */
export function getWaitingCommand(outcome: Outcome<ClientCall> | null): WaitingCommand | undefined {
  if (outcome?.kind !== 'refused' || outcome.code !== queueRefusals.waiting[0]) return undefined
  // Other conflicts with this code name no command; the server has validated the one named.
  const { data } = outcome
  return typeof data === 'object' && data !== null && 'commandId' in data
    ? (data as WaitingCommand)
    : undefined
}

/**
 * Sends a call that queues a command. If an identical one is waiting, asks and sends it again with `again`; null if
 * the person declines. Who has left the screen is not asked: over another agency's the question would look like its own.
 */
export function useQueueCommand() {
  const confirm = useConfirm()
  const isHere = useIsHere()
  return async function queue<O extends Outcome<ClientCall>>(
    make: (again: boolean) => Promise<O>,
  ): Promise<O | null> {
    const outcome = await make(false)
    const waiting = getWaitingCommand(outcome)
    if (waiting === undefined || !isHere.current) return outcome
    const since = formatInstant(waiting.created, 'MM/DD/YYYY HH:mm:ss', shownZone())
    const isWanted = await confirm({
      title: waitingTitle,
      subject: describeCommand(waiting),
      body: `${waiting.issuedBy} queued it at ${since} and the agency has not collected it yet.`,
      confirmLabel: 'Queue it again',
    })
    return isWanted ? make(true) : null
  }
}
