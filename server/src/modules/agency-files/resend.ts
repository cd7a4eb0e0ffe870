import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { resentBy } from '@agency-support/contract/rules/agency-commands'
import type { Handler } from '../../calls/context.ts'
import { queueCommand } from '../agency-commands/public.ts'

/** Queues a command that makes an agency's software send a file to its receiver again. */
export const resend: Handler<typeof agencyFiles.resend> = async (input, ctx) => {
  const { agencyId, eventId, clientId, again } = input
  const order = {
    agencyId,
    command: resentBy[eventId],
    argument: eventId === 1 ? String(clientId) : '',
    again,
    issuedBy: ctx.session.username,
    at: ctx.now,
  }
  const queued = await queueCommand(ctx, order)
  if (queued === undefined) throw ctx.refuse('notFound')
  return { commandId: queued.command_id }
}
