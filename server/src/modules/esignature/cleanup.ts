import type { esignature } from '@agency-support/contract/modules/esignature'
import type { Handler } from '../../calls/context.ts'
import { cleanupAccounts, nothingCleaned } from './cleanup-accounts.ts'
import { lockSubscription, removeAllUsers } from './store.ts'

/** Removes all registered users of an agency; removing their accounts at Formstack follows as outside work. */
export const cleanup: Handler<typeof esignature.cleanup> = async ({ agencyId }, ctx) => {
  const { tx, now } = ctx
  const subscription = await lockSubscription(tx, agencyId)
  if (subscription === undefined) throw ctx.refuse('noUsers')
  if (subscription.subscribed) throw ctx.refuse('subscribed')
  const removed = await removeAllUsers(tx, agencyId, now)
  if (removed.length === 0) throw ctx.refuse('noUsers')
  const users = removed
    .map(({ email, account_id }) => ({ email, accountId: account_id }))
    .sort((one, other) => (one.email < other.email ? -1 : 1))
  const isAdded = await ctx.services.outsideWork.add(tx, cleanupAccounts, {
    agencyId,
    input: { groupId: subscription.group_id, users },
    progress: nothingCleaned,
    by: ctx.session.username,
  })
  if (!isAdded) throw ctx.refuse('underWay')
  await ctx.append({
    event: 'esignature.cleanedUp',
    agencyId,
    before: { users: users.length },
    after: { users: 0 },
  })
  return null
}
