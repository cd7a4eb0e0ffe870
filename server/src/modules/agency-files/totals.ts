import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { Handler } from '../../calls/context.ts'
import { findTotals } from './facts-store.ts'
import { totalsView } from './view.ts'

/** The latest counts of one storage location. */
export const totals: Handler<typeof agencyFiles.totals> = async ({ agencyId, storageLocation }, ctx) => {
  const row = await findTotals(ctx.db, agencyId, storageLocation)
  if (row === undefined) throw ctx.refuse('none')
  return totalsView(row)
}
