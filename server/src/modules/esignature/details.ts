import type { esignature } from '@agency-support/contract/modules/esignature'
import type { Handler } from '../../calls/context.ts'
import { findSubscription, listUsers } from './store.ts'
import { detailsView } from './view.ts'
import { readWorks } from './works.ts'

/** The subscription of an agency, its registered users, and work in progress at Formstack. */
export const details: Handler<typeof esignature.details> = async ({ agencyId }, { db }) => {
  const [subscription, users, works] = await Promise.all([
    findSubscription(db, agencyId),
    listUsers(db, agencyId),
    readWorks(db, agencyId),
  ])
  return { ...detailsView(subscription, users), works }
}
