import type { BillingRow } from '@agency-support/contract/modules/reports'
import { useMemo } from 'react'
import { ChartFrame } from '../../components/charts/chart-frame.tsx'
import { MonthChart } from '../../components/charts/month-chart.tsx'
import { formatNumber } from '../../lib/format/format.ts'
import { countStates } from './chart-sums.ts'
import { ShareBar } from './share-bar.tsx'

/** How many agencies pay for a product, and when they subscribed. */
export function BillingCharts({ rows }: { rows: readonly BillingRow[] }) {
  const { active, pending, unsubscribed } = useMemo(() => countStates(rows), [rows])
  const started = useMemo(() => rows.map(({ subscriptionStarted }) => subscriptionStarted), [rows])
  return (
    <>
      <ChartFrame
        title="Agencies by status"
        takeaway={`${formatNumber(active)} of ${formatNumber(rows.length)} ${rows.length === 1 ? 'agency' : 'agencies'} subscribed and active.`}
      >
        <div>
          <ShareBar
            label="Agencies"
            parts={[
              { name: 'Active', count: active, look: 'filled' },
              { name: 'Pending', count: pending, look: 'hollow' },
              { name: 'Unsubscribed', count: unsubscribed, look: 'hatched' },
            ]}
          />
        </div>
      </ChartFrame>
      <MonthChart title="Subscribed On by month" name="Subscribed" instants={started} />
    </>
  )
}
