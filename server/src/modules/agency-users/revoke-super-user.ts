import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import type { Handler } from '../../calls/context.ts'
import { ensureQueued } from '../agency-commands/public.ts'
import { endSuperUser } from './super-user-store.ts'

/** Ends a temporary user: deletes its hash and queues a command for the agency's software, even if the queue is full. */
export const revokeSuperUser: Handler<typeof agencyUsers.revokeSuperUser> = async (input, ctx) => {
  const { agencyId, grantId, reason = '' } = input
  const ended = await endSuperUser(ctx.tx, agencyId, grantId, ctx.now)
  if (ended === undefined) throw ctx.refuse('gone')
  const order = { agencyId, command: 'superUsers', argument: '' } as const
  const command = await ensureQueued(ctx, { ...order, issuedBy: ctx.session.username, at: ctx.now })
  await ctx.append({
    event: 'agencyUsers.superUserRevoked',
    agencyId,
    subject: ended.username,
    before: { initials: ended.username, expires: ended.expires_at.toISOString() },
    ...(reason === '' ? {} : { reason }),
  })
  return { commandId: command.command_id }
}
