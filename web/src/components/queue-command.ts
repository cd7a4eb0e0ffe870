import type { AnyCall } from '@agency-support/contract/call'
import { queueRefusals, type WaitingCommand } from '@agency-support/contract/modules/queued-command'
import { commandLabel } from '@agency-support/contract/rules/agency-commands'
import { formatInstant } from '@agency-support/contract/rules/instant-format'
import type { Outcome } from '../lib/api.ts'
import { useConfirm } from './confirm.tsx'

/** What is shown of an identical command that waits. */
const waitingTitle = 'The same command is waiting already'

/** The identical command that kept a call from queueing its own; undefined for any other outcome. */
export function getWaitingCommand(outcome: Outcome<AnyCall> | null): WaitingCommand | undefined {
  if (outcome?.kind !== 'refused' || outcome.code !== queueRefusals.waiting[0]) return undefined
  // Other conflicts have the same code and name no command; the server has checked what it names.
  const { data } = outcome
  return typeof data === 'object' && data !== null && 'commandId' in data
    ? (data as WaitingCommand)
    : undefined
}

/**
 * Makes a call that queues a command. Where an identical one waits it asks, and makes the call again on purpose;
 * resolves with null when the person leaves it at that.
 */
export function useQueueCommand() {
  const confirm = useConfirm()
  return async function queue<O extends Outcome<AnyCall>>(
    make: (again: boolean) => Promise<O>,
  ): Promise<O | null> {
    const outcome = await make(false)
    const waiting = getWaitingCommand(outcome)
    if (waiting === undefined) return outcome
    const since = formatInstant(waiting.created, 'MM/DD/YYYY HH:mm:ss')
    const isWanted = await confirm({
      title: waitingTitle,
      subject: [commandLabel(waiting.command), waiting.argument].filter((text) => text !== '').join(' '),
      body: `${waiting.issuedBy} queued it at ${since} and the agency has not collected it yet.`,
      confirmLabel: 'Queue it again',
    })
    return isWanted ? make(true) : null
  }
}
