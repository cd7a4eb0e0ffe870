import type { SubscriptionEvent } from '@agency-support/contract/modules/reports'
import { esignatureKey, toEventName } from '@agency-support/contract/rules/reports'
import { LiveSwitch } from '../../ui/live-switch.tsx'
import { CopiedEmail } from '../../components/text/copied-email.tsx'
import { agencyIdColumn } from '../../components/text/agency-id-link.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { timeColumn } from '../../components/data-table/time-column.tsx'
import { reportTime } from './words.ts'
import { useMarkActions } from './mark-actions.ts'

const col = column<SubscriptionEvent>()
const rowId = ({ id }: SubscriptionEvent): string => String(id)
const newestFirst = { id: 'eventDate', desc: true } as const
const sizes = [10, 50, 100] as const

const agency = agencyIdColumn<SubscriptionEvent>({ width: 116 })
const name = col('agencyName', { header: 'Name', width: 200, flex: true })
const date = timeColumn('eventDate', {
  header: 'Date',
  width: 190,
  format: reportTime,
})

/** Subscription events of a product (spec-002 §2), newest first. */
export const eventsTable = defineTable<SubscriptionEvent>({
  id: 'report-events',
  caption: 'Subscription events',
  sizes,
  sort: newestFirst,
  filters: { event: ['-1', '0', '1'], from: null, to: null },
  rowId,
  columns: [
    agency,
    name,
    date,
    col('subscriptionStatus', {
      header: 'Status',
      width: 128,
      cell: ({ subscriptionStatus }) => toEventName(0, subscriptionStatus),
    }),
  ],
})

function ProcessedCell({ event }: { event: SubscriptionEvent }) {
  const { busy, mark } = useMarkActions()
  return (
    <LiveSwitch
      label="Processed"
      on={event.isProcessed}
      busy={busy.includes(event.id)}
      onCommit={(isProcessed) => mark(event, isProcessed)}
    />
  )
}

/** The same for e-signature: who did it, and whether billing has processed it. */
export const esignatureTable = defineTable<SubscriptionEvent>({
  id: 'report-esignature-events',
  caption: 'Subscription events of e-signature',
  sizes,
  sort: newestFirst,
  filters: { sign: ['0', '1', '-1'], processed: ['0', '1', '2'], from: null, to: null },
  rowId,
  columns: [
    agency,
    { ...name, width: 160 },
    { ...date, width: 176 },
    col('emailAddress', {
      header: 'Email',
      width: 264,
      cell: ({ emailAddress }) => <CopiedEmail address={emailAddress} />,
    }),
    col('subscriptionStatus', {
      header: 'Status',
      width: 120,
      cell: ({ subscriptionStatus }) => toEventName(esignatureKey, subscriptionStatus),
    }),
    col('isProcessed', {
      header: 'Processed',
      width: 140,
      cell: (event) => <ProcessedCell event={event} />,
    }),
  ],
})
