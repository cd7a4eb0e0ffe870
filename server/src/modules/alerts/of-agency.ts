import type { alerts } from '@agency-support/contract/modules/alerts'
import type { Handler } from '../../calls/context.ts'
import { listOfAgency, noteDelivery } from './delivery-store.ts'
import { agencyAlertView } from './view.ts'

/** What concerns the calling agency now; a version that it did not have yet is noted as delivered. */
export const ofAgency: Handler<typeof alerts.ofAgency> = async (_input, ctx) => {
  const { db, agencyId, now } = ctx
  const rows = await listOfAgency(db, agencyId)
  const fresh = rows.filter((row) => !row.is_noted)
  if (fresh.length > 0) await ctx.bookkeeping((tx) => noteDelivery(tx, agencyId, fresh, now))
  return rows.map(agencyAlertView)
}
