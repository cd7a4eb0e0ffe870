import type { In } from '@agency-support/contract/call'
import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { isLost, type Judged, type LeftOutEntry, leftOutUsernames } from '@agency-support/contract/entries'
import type { Ctx, Handler } from '../../calls/context.ts'
import { noteReport } from '../agency-reports/public.ts'
import { replaceUsers } from './store.ts'

type Report = typeof agencyUsers.reportUsers

/** Replaces an agency's users by those of a report; an unchanged report is not journalled. */
export const reportUsers: Handler<Report> = ({ users }, ctx) => takeUsers(users, ctx.judged, ctx)

/** The same for a report in parts; returns what was left out. */
export async function takeUsers(
  users: In<Report>['users'],
  judged: readonly Judged[],
  ctx: Pick<Ctx<Report>, 'agencyId' | 'now' | 'tx' | 'append' | 'say'>,
): Promise<LeftOutEntry[]> {
  const { tx, agencyId, now } = ctx
  const leftOut = await noteReport(ctx, 'users', judged)
  if (isLost(judged)) return leftOut
  // Users missing from the report are deleted, but not those whose entry was not understood.
  const present = leftOutUsernames(judged)
  const changes = await replaceUsers(tx, agencyId, { users, present }, now)
  if (changes.added + changes.changed + changes.removed > 0)
    await ctx.append({ event: 'agencyUsers.reported', agencyId, after: { users: users.length, ...changes } })
  return leftOut
}
