import type { esignature } from '@agency-support/contract/modules/esignature'
import { askProvider, changeAtProvider } from '../../calls/ask-provider.ts'
import type { Handler } from '../../calls/context.ts'
import { findAccount } from './accounts.ts'
import { findSubscription, findUser, removeUser } from './store.ts'

/** Removes an account at Formstack, then the user here; if Formstack fails the user stays. */
export const deleteAccount: Handler<typeof esignature.deleteAccount> = async ({ agencyId, email }, ctx) => {
  const [subscription, user] = await Promise.all([
    findSubscription(ctx.db, agencyId),
    findUser(ctx.db, agencyId, email),
  ])
  if (subscription === undefined || user === undefined) throw ctx.refuse('noUser')
  const { formstack } = ctx.services
  const wanted = { email: user.email, accountId: user.account_id, groupId: subscription.group_id }
  const found = await askProvider(ctx, () => findAccount(formstack, wanted))
  if (found !== null && found.isOurs)
    await changeAtProvider(ctx, () => formstack.removeUser(found.account.id, ctx.request.id))
  else if (found !== null && user.account_id !== '')
    throw ctx.refuse('others', { accountId: user.account_id, email: found.account.email })
  await ctx.transaction(async ({ tx, append }) => {
    const removed = await removeUser(tx, agencyId, email, ctx.now)
    // A concurrent request has deleted it.
    if (removed === undefined) throw ctx.refuse('noUser')
    await append({
      event: 'esignature.accountDeleted',
      agencyId,
      subject: removed.email,
      before: { accountId: removed.account_id },
    })
  })
  return null
}
