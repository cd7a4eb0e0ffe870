import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { normaliseArgument } from '@agency-support/contract/rules/agency-commands'
import type { Handler } from '../../calls/context.ts'
import { findSoftware } from './software-store.ts'
import { holdQueue, insertCommand, waitingCommands } from './store.ts'
import { commandView, softwareView, getSubject } from './view.ts'

/** A queue this long is not being collected; more would only bury what is in it. */
const maxWaiting = 100

/** Queues a command; an identical one that still waits is named instead, unless it is wanted again. */
export const issue: Handler<typeof agencyCommands.issue> = async (input, ctx) => {
  const { agencyId, agencyCommand: command, again } = input
  const argument = normaliseArgument(command, input.argument)
  const agency = await holdQueue(ctx.tx, agencyId)
  if (agency === undefined) throw ctx.refuse('noAgency')
  if (agency.is_online) throw ctx.refuse('online')
  const waiting = await waitingCommands(ctx.tx, agencyId)
  const same = waiting.find((row) => row.command === command && row.argument === argument)
  if (same !== undefined && !again) {
    const { command_id: commandId, issued_by: issuedBy, created_at } = same
    throw ctx.refuse('waiting', { commandId, command, argument, issuedBy, created: created_at.toISOString() })
  }
  if (waiting.length >= maxWaiting) throw ctx.refuse('full')
  const issuedBy = ctx.session.username
  const row = await insertCommand(ctx.tx, { agencyId, command, argument, issuedBy, at: ctx.now })
  await ctx.append({
    event: 'agencyCommands.queued',
    agencyId,
    subject: getSubject(row),
    after: { command, argument },
  })
  return commandView(row, softwareView(await findSoftware(ctx.tx, agencyId), ctx.now))
}
