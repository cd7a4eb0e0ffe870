import type { TextingAgency, texting } from '@agency-support/contract/modules/texting'
import type { Handler } from '../../calls/context.ts'
import { countTexting, type ListedColumn, listTexting } from './list-store.ts'

const columns: Record<keyof TextingAgency, ListedColumn> = {
  agencyId: 'agency_id',
  phones: 'phones',
  tcrNumber: 'tcr_number',
  status: 'status',
}

/** All agencies with texting, streamed. */
export const agencies: Handler<typeof texting.agencies> = (_input, { db }) => listTexting(db, columns)

/** The number of agencies with texting. */
export const agencyCount: Handler<typeof texting.agencyCount> = async (_input, { db }) => ({
  count: await countTexting(db),
})
