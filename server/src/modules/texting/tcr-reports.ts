import type { TcrOrphan, TcrRecord, texting } from '@agency-support/contract/modules/texting'
import type { Handler } from '../../calls/context.ts'
import { listTcr, type TcrColumn } from './tcr-store.ts'

const orphanColumns: Record<keyof TcrOrphan, TcrColumn> = {
  agencyId: 'agency_id',
  tcrNumber: 'tcr_number',
  createdBy: 'tcr_created_by',
  createdOn: 'tcr_created_at',
  updatedBy: 'tcr_updated_by',
  updatedOn: 'tcr_updated_at',
}
const recordColumns: Record<keyof TcrRecord, TcrColumn> = { ...orphanColumns, phoneNumber: 'phone' }

/** All agencies with a TCR number, streamed. */
export const tcrRecords: Handler<typeof texting.tcrRecords> = (_input, { db }) =>
  listTcr(db, 'all', recordColumns)

/** Orphaned TCR numbers, streamed. */
export const tcrOrphans: Handler<typeof texting.tcrOrphans> = (_input, { db }) =>
  listTcr(db, 'orphans', orphanColumns)
