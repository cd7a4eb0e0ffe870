import type { seats } from '@agency-support/contract/modules/seats'
import type { Handler } from '../../calls/context.ts'
import { findLicence, listSeats } from './usage-store.ts'
import { usageView } from './usage-view.ts'

/** Licensed and held seats of an online agency. */
export const usage: Handler<typeof seats.usage> = async ({ agencyId }, ctx) => {
  const licence = await findLicence(ctx.db, agencyId)
  if (licence === undefined) throw ctx.refuse('noAgency')
  if (!licence.is_online) throw ctx.refuse('notOnline')
  return usageView(licence, await listSeats(ctx.db, agencyId))
}
