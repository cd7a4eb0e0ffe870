import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import type { Handler } from '../../calls/context.ts'
import { replaceUsers } from './store.ts'

/** Takes over who an agency's users are; a report that says nothing new leaves no trace. */
export const reportUsers: Handler<typeof agencyUsers.reportUsers> = async ({ users }, ctx) => {
  const changes = await replaceUsers(ctx.tx, ctx.agencyId, users, ctx.now)
  if (changes.added + changes.changed + changes.removed > 0)
    await ctx.append({
      event: 'agencyUsers.reported',
      agencyId: ctx.agencyId,
      after: { users: users.length, ...changes },
    })
  return null
}
