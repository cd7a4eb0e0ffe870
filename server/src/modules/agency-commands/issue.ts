import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { normaliseArgument } from '@agency-support/contract/rules/agency-commands'
import type { Handler } from '../../calls/context.ts'
import { queueCommand } from './queue-command.ts'
import { findSoftware } from './software-store.ts'
import { commandView, softwareView } from './view.ts'

/** Queues a command; if an identical one waits, refuses and names it unless `again` is set. */
export const issue: Handler<typeof agencyCommands.issue> = async (input, ctx) => {
  const { agencyId, agencyCommand: command, again } = input
  const argument = normaliseArgument(command, input.argument)
  const order = { agencyId, command, argument, again, issuedBy: ctx.session.username, at: ctx.now }
  const row = await queueCommand(ctx, order)
  if (row === undefined) throw ctx.refuse('noAgency')
  return commandView(row, softwareView(await findSoftware(ctx.tx, agencyId), ctx.now))
}
