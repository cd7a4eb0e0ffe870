import type { esignature } from '@agency-support/contract/modules/esignature'
import type { Handler } from '../../calls/context.ts'
import {
  findHolder,
  findUser,
  lockSubscription,
  setAccountId as saveAccountId,
  type UserRow,
} from './store.ts'
import { userView } from './view.ts'

/** Sets the account id of a registered user; an equal id changes nothing. */
export const setAccountId: Handler<typeof esignature.setAccountId> = async (input, ctx) => {
  const { agencyId, email, newId, version } = input
  // Serialises requests, so that two people cannot give one id to two users.
  const subscription = await lockSubscription(ctx.tx, agencyId)
  const user = subscription && (await findUser(ctx.tx, agencyId, email))
  if (user === undefined) throw ctx.refuse('noUser')
  // Unequal, not later: a user who left the list and came back counts from 1 again.
  if (version !== undefined && version !== user.version) throw ctx.refuse('stale', whoChanged(user))
  if (user.account_id === newId) return userView(user)
  const holder = await findHolder(ctx.tx, { agencyId, accountId: newId, except: email })
  if (holder !== undefined) throw ctx.refuse('taken', { email: holder })
  const by = ctx.session.username
  const saved = await saveAccountId(ctx.tx, { agencyId, email, accountId: newId, by, at: ctx.now })
  // A concurrent request has deleted the user.
  if (saved === undefined) throw ctx.refuse('noUser')
  await ctx.append({
    event: 'esignature.accountIdSet',
    agencyId,
    subject: user.email,
    before: { accountId: user.account_id },
    after: { accountId: newId },
  })
  return userView(saved)
}

/** An id that nobody set here came from the agency's software. */
function whoChanged(user: UserRow) {
  return {
    changedBy: user.account_id_by ?? 'The agency’s software',
    changedAt: user.account_id_at?.toISOString() ?? null,
    current: userView(user),
  }
}
