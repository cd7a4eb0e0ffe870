import { padAgencyId } from '@agency-support/contract/ids'
import { type SeatRequest, seatStatuses } from '@agency-support/contract/modules/seats'
import { seatStatusLabel } from '@agency-support/contract/rules/seats'
import { type LiveChoice, LiveSelect } from '../../ui/live-select.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { UndoButton } from '../../components/messages/undo-button.tsx'
import { TriangleAlert } from 'lucide-react'
import { useRequestActions } from './request-actions.ts'
import styles from './report.module.css'
import { statusChips } from './status-chips.ts'

const choices: readonly LiveChoice<number>[] = seatStatuses.map(({ value, label }) => {
  const look = statusChips[value]
  return { value, label, ...(look === undefined ? {} : { show: <StatusChip {...look} label={label} /> }) }
})

/** The status of a request; a choice is saved immediately, with an Undo for the person who made it. */
export function StatusCell({ request }: { request: SeatRequest }) {
  const actions = useRequestActions()
  const back = actions.getUndo(request)
  const whyRefused = actions.whyRefused(request.id)
  return (
    <div data-row-work className={styles.status}>
      <LiveSelect
        label={`Status, ${request.agencyName === '' ? padAgencyId(request.agencyId) : request.agencyName}`}
        value={request.status}
        choices={choices}
        onCommit={(status) => actions.setStatus(request, status)}
        busy={actions.isSaving(request.id)}
      />
      {/* In view wherever the table is scrolled to; Last Action says it in words. */}
      {whyRefused !== undefined && (
        <span className={styles.refused} data-tip={whyRefused}>
          <TriangleAlert role="img" aria-label={`Not saved: ${whyRefused}`} />
        </span>
      )}
      {back !== null && (
        <UndoButton
          className={styles.undo}
          aria-label={`Undo: back to ${seatStatusLabel(back)}`}
          busy={actions.isSaving(request.id)}
          onClick={() => actions.undo(request)}
        >
          Undo
        </UndoButton>
      )}
    </div>
  )
}

/** Who set the status last and when. */
export function LastActionCell({ request }: { request: SeatRequest }) {
  const actions = useRequestActions()
  const leaving = actions.isLeaving(request)
  const whyRefused = actions.whyRefused(request.id)
  return (
    <span
      className={styles.action}
      data-leaving={leaving || undefined}
      data-noted={leaving || whyRefused !== undefined || undefined}
    >
      {request.processedBy === null ? (
        <span className="sr-only">none</span>
      ) : (
        <span className={styles.processor} data-tip={request.processedBy}>
          {request.processedBy}
        </span>
      )}
      <span className={styles.when}>
        {request.processedByDate !== null && (
          <LocalTime at={request.processedByDate} format="MM/DD/YYYY HH:mm" />
        )}
      </span>
      {whyRefused !== undefined ? (
        <span className={styles.note} data-refused data-tip={whyRefused}>
          {whyRefused}
        </span>
      ) : (
        leaving && (
          <span className={styles.note}>{seatStatusLabel(request.status)} · hidden after refresh</span>
        )
      )}
    </span>
  )
}
