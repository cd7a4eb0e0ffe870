import type { SubscriptionEvent } from '@agency-support/contract/modules/reports'
import { esignatureKey, toEventName } from '@agency-support/contract/rules/reports'
import { useEffect, useRef } from 'react'
import { LiveSwitch } from '../../ui/live-switch.tsx'
import { UndoButton } from '../../components/messages/undo-button.tsx'
import { CopiedEmail } from '../../components/text/copied-email.tsx'
import { agencyIdColumn } from '../../components/text/agency-id-link.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { timeColumn } from '../../components/data-table/time-column.tsx'
import { reportTime } from './words.ts'
import { useMarkActions } from './mark-actions.ts'
import styles from './reports.module.css'

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
  const { busy, mark, canUndo, undo, goal, arrive } = useMarkActions()
  const cell = useRef<HTMLDivElement>(null)
  const isGoal = goal === event.id
  useEffect(() => {
    if (!isGoal) return
    cell.current?.querySelector<HTMLElement>('[role="switch"]')?.focus()
    arrive()
  }, [isGoal, arrive])
  return (
    <div ref={cell} className={styles.mark}>
      <LiveSwitch
        label="Processed"
        on={event.isProcessed}
        busy={busy.includes(event.id)}
        onCommit={(isProcessed) => void mark(event, isProcessed)}
      />
      {canUndo(event) && (
        <UndoButton className={styles.undo} busy={busy.includes(event.id)} onClick={() => void undo(event)}>
          Undo
        </UndoButton>
      )}
    </div>
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
    { ...name, width: 152 },
    { ...date, width: 172 },
    col('emailAddress', {
      header: 'Email',
      width: 244,
      cell: ({ emailAddress }) => <CopiedEmail address={emailAddress} />,
    }),
    col('subscriptionStatus', {
      header: 'Status',
      width: 114,
      cell: ({ subscriptionStatus }) => toEventName(esignatureKey, subscriptionStatus),
    }),
    col('isProcessed', {
      header: 'Processed',
      width: 190,
      // Next unprocessed goes to its switch.
      hideable: false,
      cell: (event) => <ProcessedCell event={event} />,
    }),
  ],
})
