import { seats, type UsedSeat } from '@agency-support/contract/modules/seats'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../ui/button.tsx'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { OutOfDate } from '../../components/loading/out-of-date.tsx'
import { ReportNotes } from '../../components/agency-software/report-notes.tsx'
import { useNow } from '../../lib/use-now.ts'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { callQuery } from '../../lib/requests/query.ts'
import { useStableOrder } from '../../lib/use-stable-order.ts'
import { seatMessages } from './messages.ts'
import { SeatMeter } from './seat-meter.tsx'
import { silentFirst } from './seat-order.ts'
import { SeatTable } from './seat-table.tsx'
import styles from './usage.module.css'

const toUsername = ({ username }: UsedSeat): string => username

/** Seat Management: used seats, who holds them, and releasing them; a seat that is reported again keeps its place. */
export function Tab({ agency }: AgencyTabProps) {
  const agencyId = String(agency.agencyId)
  const query = useQuery(callQuery(seats.usage, { agencyId }))
  const now = useNow()
  const held = query.data?.seats
  const sorted = useMemo(() => held && silentFirst(held), [held])
  const { listed, renew } = useStableOrder(sorted, toUsername)
  const reload = () => void query.refetch().then(renew)
  return (
    <div className={styles.tab}>
      <section className={styles.head} aria-labelledby="seat-usage">
        <h2 id="seat-usage" className="sr-only">
          Seat usage
        </h2>
        <CardState
          what="seat usage"
          {...cardQuery(query, query.error && seatMessages.usageFailed)}
          onRetry={reload}
          empty={query.data === null ? seatMessages.noSeats : null}
          lines={1}
        >
          {query.data && <SeatMeter usage={query.data} />}
        </CardState>
        <Button icon={<RefreshCw aria-hidden="true" />} busy={query.isFetching} onClick={reload}>
          Refresh
        </Button>
      </section>
      <SeatTable
        agencyId={agency.agencyId}
        seats={query.data === null ? [] : listed}
        now={now}
        query={query}
        onRetry={reload}
      />
      <ReportNotes agencyId={agency.agencyId} reports={['seats']} />
      {query.data !== undefined && query.error !== null && (
        <OutOfDate text={seatMessages.usageFailed} busy={query.isFetching} onRetry={reload} />
      )}
    </div>
  )
}
