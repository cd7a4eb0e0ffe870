import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { Handler } from '../../calls/context.ts'
import { findTotals } from './facts-store.ts'
import { totalsView } from './view.ts'

/** The counts of one storage location as the agency's software last sent them. */
export const totals: Handler<typeof agencyFiles.totals> = async ({ agencyId, storageLocation }, ctx) => {
  const row = await findTotals(ctx.db, agencyId, storageLocation)
  if (row === undefined) throw ctx.refuse('none')
  return totalsView(row)
}
