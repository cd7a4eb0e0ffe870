import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { lockedOut, userStatusLabel } from '@agency-support/contract/rules/agency-users'
import type { Handler } from '../../calls/context.ts'
import { queueCommand } from '../agency-commands/public.ts'
import { findUser, isOnlineAgency, noteUnlocking, unlockUser } from './store.ts'

/** Unlocks a user, here and, by a command, at the agency. */
export const unlock: Handler<typeof agencyUsers.unlock> = async (input, ctx) => {
  const { agencyId, username, again } = input
  if (await isOnlineAgency(ctx.tx, agencyId)) throw ctx.refuse('online')
  if (!(await unlockUser(ctx.tx, agencyId, username))) {
    const user = await findUser(ctx.tx, agencyId, username)
    throw ctx.refuse(user === undefined ? 'noUser' : 'notLocked')
  }
  const order = { agencyId, command: 'unlockUser', argument: username, again } as const
  const command = await queueCommand(ctx, { ...order, issuedBy: ctx.session.username, at: ctx.now })
  if (command === undefined) throw ctx.refuse('noUser')
  await noteUnlocking(ctx.tx, { agencyId, username, commandId: command.command_id })
  await ctx.append({
    event: 'agencyUsers.unlocked',
    agencyId,
    subject: username,
    // Not `status`, which in an agency's history means the agency's own status.
    before: { userStatus: userStatusLabel(lockedOut) },
    after: { user: username, userStatus: 'None' },
  })
  return null
}
