import type { BillingRow } from '@agency-support/contract/modules/reports'
import { agencyIdColumn } from '../../components/text/agency-id-link.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { timeColumn } from '../../components/data-table/time-column.tsx'
import { reportTime, toYesNo } from './words.ts'

const col = column<BillingRow>()

/** Label of a status: 0 is active, all others are pending. */
function toStatusText(status: number): string {
  return status === 0 ? 'Active' : 'Pending'
}

/** The billing report (spec-002 §2), sorted by agency. */
export const billingTable = defineTable<BillingRow>({
  id: 'report-billing',
  caption: 'Agencies with the product',
  sizes: [10, 25, 50, 100],
  sort: { id: 'agencyId', desc: false },
  rowId: ({ agencyId }) => String(agencyId),
  columns: [
    agencyIdColumn({ width: 116 }),
    col('name', { header: 'Name', width: 200, flex: true }),
    col('subscribed', { header: 'Subscribed', width: 112, cell: ({ subscribed }) => toYesNo(subscribed) }),
    col('status', { header: 'Status', width: 96, cell: ({ status }) => toStatusText(status) }),
    timeColumn('subscriptionStarted', {
      header: 'Subscribed On',
      width: 190,
      format: reportTime,
    }),
    timeColumn('subscriptionStopped', {
      header: 'Unsubscribed On',
      width: 190,
      format: reportTime,
    }),
  ],
})
