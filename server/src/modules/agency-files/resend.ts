import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { ResendCommandName } from '@agency-support/contract/rules/agency-commands'
import type { Handler } from '../../calls/context.ts'
import { queueCommand } from '../agency-commands/public.ts'

const commands: Readonly<Record<1 | 2 | 3, ResendCommandName>> = {
  1: 'resendClient',
  2: 'resendMetrics',
  3: 'resendConfig',
}

/** Asks an agency's software to send a file to the receiver again. */
export const resend: Handler<typeof agencyFiles.resend> = async ({ agencyId, eventId, clientId }, ctx) => {
  const order = {
    agencyId,
    command: commands[eventId],
    argument: eventId === 1 ? String(clientId) : '',
    issuedBy: ctx.session.username,
    at: ctx.now,
  }
  const queued = await queueCommand(ctx.tx, order, (entry) => ctx.append(entry))
  if (queued === undefined) throw ctx.refuse('notFound')
  return null
}
