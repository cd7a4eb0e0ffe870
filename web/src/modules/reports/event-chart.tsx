import type { SubscriptionEvent } from '@agency-support/contract/modules/reports'
import { ChartFrame } from '../../components/charts/chart-frame.tsx'
import { LoadedChart } from '../../components/loading/loaded-part.tsx'
import { formatCount } from '../../lib/format/format-count.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import styles from './charts.module.css'
import type { DayRange } from './days.ts'
import type { EventView } from './event-views.ts'
import { NoChart } from './no-chart.tsx'
import { ShareBar } from './share-bar.tsx'

const changeChart = lazyComponent(async () => (await import('./change-chart.tsx')).ChangeChart)

export interface EventChartProps {
  view: EventView
  /** All kinds of events of the range; undefined while loading, and when there is no chart. */
  events: readonly SubscriptionEvent[] | undefined
  /** Why there is no chart; undefined while loading, and when there is one. */
  whyNone: string | undefined
  range: DayRange
  /** Value of the filter by billing's progress, which the parts of the chart set. */
  processed: string
  onProcessed: (value: string) => void
}

/** Summary of the events of a range: the net change, or for e-signature what billing has yet to process. */
export function EventChart({ view, events, whyNone, range, processed, onProcessed }: EventChartProps) {
  const place = (
    <div className={view.chart === 'change' ? styles.changePlace : styles.turnPlace}>
      <NoChart why={whyNone} />
    </div>
  )
  return (
    <div className={styles.charts}>
      {events === undefined ? (
        place
      ) : view.chart === 'change' ? (
        <LoadedChart of={changeChart} props={{ events, range }} waiting={place} />
      ) : (
        <ProcessedChart events={events} chosen={processed} onChoose={onProcessed} />
      )}
    </div>
  )
}

interface ProcessedChartProps {
  events: readonly SubscriptionEvent[]
  chosen: string
  onChoose: (value: string) => void
}

function ProcessedChart({ events, chosen, onChoose }: ProcessedChartProps) {
  // A second press removes the filter.
  const filter = (value: string) => ({
    isChosen: chosen === value,
    onChoose: () => onChoose(chosen === value ? '0' : value),
  })
  const processed = events.filter(({ isProcessed }) => isProcessed).length
  const left = events.length - processed
  return (
    <ChartFrame
      title="Processed events"
      takeaway={
        events.length === 0
          ? 'No events in these days.'
          : left === 0
            ? 'Every event of these days is processed.'
            : `${formatNumber(left)} of ${formatCount(events.length, 'event')} of these days ${left === 1 ? 'is' : 'are'} left to process.`
      }
    >
      <ShareBar
        label="Events"
        parts={[
          { name: 'Processed', count: processed, look: 'filled', ...filter('1') },
          { name: 'Unprocessed', count: left, look: 'hollow', ...filter('2') },
        ]}
      />
    </ChartFrame>
  )
}
