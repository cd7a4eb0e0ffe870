import type { alerts } from '@agency-support/contract/modules/alerts'
import type { Handler } from '../../calls/context.ts'
import { listOfAgency, noteDelivery } from './delivery-store.ts'
import { agencyAlertView } from './view.ts'

/** The active alerts for the calling agency; records the delivery of versions that are new to it. */
export const ofAgency: Handler<typeof alerts.ofAgency> = async (_input, ctx) => {
  const { db, agencyId, now } = ctx
  const rows = await listOfAgency(db, agencyId)
  const fresh = rows.filter((row) => !row.is_noted)
  if (fresh.length > 0) await ctx.bookkeeping((tx) => noteDelivery(tx, agencyId, fresh, now))
  return rows.map(agencyAlertView)
}
