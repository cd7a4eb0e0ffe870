import { type SeatRequest, seatFilters } from '@agency-support/contract/modules/seats'
import { toAgencyType, hasTargetSeats, seatAgencyOnline } from '@agency-support/contract/rules/seats'
import { TriangleAlert } from 'lucide-react'
import { agencyIdColumn } from '../../components/text/agency-id-link.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { timeColumn } from '../../components/data-table/time-column.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { notAvailable } from '@agency-support/contract/rules/instant-format'
import { formatNumber } from '../../lib/format/format.ts'
import { LastActionCell, StatusCell } from './action-cells.tsx'
import styles from './report.module.css'
import { onlineChips } from './status-chips.ts'

const col = column<SeatRequest>()

function Adjustment({ quantity }: { quantity: number }) {
  const sign = quantity > 0 ? '+' : quantity < 0 ? '−' : ''
  return (
    <span className={styles.adjustment} data-more={quantity > 0 || undefined}>
      {quantity !== 0 && <span aria-hidden="true">{quantity > 0 ? '▲ ' : '▼ '}</span>}
      {`${sign}${formatNumber(Math.abs(quantity))}`}
    </span>
  )
}

function AgencyType({ type }: { type: number }) {
  const { letter, name } = toAgencyType(type)
  return (
    <abbr className={styles.type} data-tip={name}>
      {letter}
      <span className="sr-only">: {name}</span>
    </abbr>
  )
}

function AgencyName({ request }: { request: SeatRequest }) {
  return (
    <span className={styles.name}>
      <span title={request.agencyName}>{request.agencyName}</span>
      {request.warnings !== '' && (
        <span className={styles.warning}>
          <TriangleAlert role="img" aria-label="Warning" />
          {request.warnings}
        </span>
      )}
    </span>
  )
}

const filterValues = seatFilters.map(({ value }) => String(value))

/** The seat request table (spec-000 §2), newest first (B-27). */
export const reportTable = defineTable<SeatRequest>({
  id: 'seat-requests',
  caption: 'Seat-change requests',
  sizes: [10, 25, 50, 100],
  sort: { id: 'requestedDate', desc: true },
  filters: { status: [filterValues[0] ?? '', ...filterValues.slice(1)] },
  rowId: ({ id }) => String(id),
  columns: [
    timeColumn('requestedDate', {
      header: 'Date',
      width: 136,
      // The order in which requests are handled.
      hideable: false,
      format: 'MM/DD/YYYY HH:mm',
    }),
    agencyIdColumn({ width: 92 }),
    col('agencyName', {
      header: 'Agency Name',
      width: 184,
      flex: true,
      cell: (request) => <AgencyName request={request} />,
    }),
    col('requestedBy', { header: 'Requested By', width: 112 }),
    col('quantity', {
      header: 'Adjustment',
      width: 104,
      align: 'end',
      cell: ({ quantity }) => <Adjustment quantity={quantity} />,
    }),
    col('targetSeatTotal', {
      header: 'Target Seats',
      width: 84,
      align: 'end',
      value: ({ agencyType, targetSeatTotal }) => (hasTargetSeats(agencyType) ? targetSeatTotal : null),
      cell: ({ agencyType, targetSeatTotal }) =>
        hasTargetSeats(agencyType) ? formatNumber(targetSeatTotal) : notAvailable,
    }),
    col('agencyType', {
      header: 'Type',
      width: 56,
      value: ({ agencyType }) => toAgencyType(agencyType).letter,
      cell: ({ agencyType }) => <AgencyType type={agencyType} />,
    }),
    col('firstName', { header: 'First Name', width: 104 }),
    col('lastName', { header: 'Last Name', width: 112 }),
    // Without a copy button: on the way to the status it would scroll the agency and its name out of view.
    col('email', { header: 'Email', width: 208 }),
    col('agencyOnline', {
      header: 'Agency Online',
      width: 104,
      value: (request) => (seatAgencyOnline(request) ? 'Online' : 'Offline'),
      cell: (request) =>
        seatAgencyOnline(request) ? (
          <StatusChip {...onlineChips.online} label="Online" />
        ) : (
          <StatusChip {...onlineChips.offline} label="Offline" />
        ),
    }),
    col('status', {
      header: 'Status',
      width: 184,
      stuck: 'end',
      hideable: false,
      cell: (request) => <StatusCell request={request} />,
    }),
    col('processedBy', {
      header: 'Last Action',
      width: 176,
      hideable: false,
      value: ({ processedByDate }) => (processedByDate === null ? null : Date.parse(processedByDate)),
      cell: (request) => <LastActionCell request={request} />,
    }),
  ],
})
