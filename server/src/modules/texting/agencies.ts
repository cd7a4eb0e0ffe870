import type { TextingAgency, texting } from '@agency-support/contract/modules/texting'
import type { Handler } from '../../calls/context.ts'
import { countTexting, type ListedColumn, listTexting } from './list-store.ts'

const columns: Record<keyof TextingAgency, ListedColumn> = {
  agencyId: 'agency_id',
  phones: 'phones',
  tcrNumber: 'tcr_number',
  status: 'status',
}

/** All agencies that text, passed on as they are read. */
export const agencies: Handler<typeof texting.agencies> = (_input, { db }) => listTexting(db, columns)

/** How many they are. */
export const agencyCount: Handler<typeof texting.agencyCount> = async (_input, { db }) => ({
  count: await countTexting(db),
})
