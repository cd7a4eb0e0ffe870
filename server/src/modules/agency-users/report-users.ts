import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { isLost, leftOutNames } from '@agency-support/contract/entries'
import type { Handler } from '../../calls/context.ts'
import { noteReport } from '../agency-reports/public.ts'
import { replaceUsers } from './store.ts'

/** Takes over who an agency's users are; a report that says nothing new leaves no trace. */
export const reportUsers: Handler<typeof agencyUsers.reportUsers> = async ({ users }, ctx) => {
  const { tx, agencyId, judged, now } = ctx
  const leftOut = await noteReport(ctx, 'users', judged)
  if (isLost(judged)) return leftOut
  // Who is missing is gone; not so who is in the report and was not understood.
  const present = leftOutNames(judged, 'username')
  const changes = await replaceUsers(tx, agencyId, { users, present }, now)
  if (changes.added + changes.changed + changes.removed > 0)
    await ctx.append({ event: 'agencyUsers.reported', agencyId, after: { users: users.length, ...changes } })
  return leftOut
}
