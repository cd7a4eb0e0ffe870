import type { SeatUsage } from '@agency-support/contract/modules/seats'
import { seatLevel } from '@agency-support/contract/rules/seats'
import { CircleX, TriangleAlert } from 'lucide-react'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { formatNumber } from '../../lib/format/format.ts'
import { Fact } from '../../ui/fact.tsx'
import styles from './usage.module.css'

/** Used against licensed seats, in numbers and as a bar; warns when few are left. */
export function SeatMeter({ usage }: { usage: SeatUsage }) {
  const { licensedSeats, usedSeats, reportedAt } = usage
  const { percent, level } = seatLevel(usage)
  return (
    <div className={styles.meter} data-level={level}>
      <dl className={styles.numbers}>
        <Fact term="Licensed seats">{formatNumber(licensedSeats)}</Fact>
        <Fact term="Used seats">{formatNumber(usedSeats)}</Fact>
      </dl>
      <div className={styles.track} aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(percent, 100)}%` }} />
      </div>
      <span className={styles.percent}>
        {formatNumber(percent)} %
        {level === 'warn' && <TriangleAlert role="img" aria-label="Nearly all seats are used" />}
        {level === 'bad' && <CircleX role="img" aria-label="More seats are used than licensed" />}
      </span>
      <p className={styles.reportedAt}>
        {reportedAt === null ? (
          'The agency’s software has never reported its seats.'
        ) : (
          <>
            Reported <TimeAgo at={reportedAt} />
          </>
        )}
      </p>
    </div>
  )
}
