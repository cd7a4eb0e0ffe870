import type { esignature } from '@agency-support/contract/modules/esignature'
import type { Handler } from '../../calls/context.ts'
import { findSubscription, listUsers } from './store.ts'
import { detailsView } from './view.ts'

/** The subscription of an agency and who is registered. */
export const details: Handler<typeof esignature.details> = async ({ agencyId }, { db }) => {
  const [subscription, users] = await Promise.all([findSubscription(db, agencyId), listUsers(db, agencyId)])
  return detailsView(subscription, users)
}
