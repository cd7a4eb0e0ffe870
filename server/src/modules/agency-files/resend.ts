import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { resentBy } from '@agency-support/contract/rules/agency-commands'
import type { Handler } from '../../calls/context.ts'
import { queueCommand } from '../agency-commands/public.ts'

/** Asks an agency's software to send a file to the receiver again. */
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
  if ((await queueCommand(ctx, order)) === undefined) throw ctx.refuse('notFound')
  return null
}
