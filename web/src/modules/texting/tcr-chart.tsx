import type { TcrRecord } from '@agency-support/contract/modules/texting'
import { useMemo, useState } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { ChartFrame } from '../../components/chart-frame.tsx'
import chartStyles from '../../components/chart-frame.module.css'
import { formatNumber } from '../../lib/format.ts'
import { countMonths } from './tcr-months.ts'

const height = 200

/** How many TCR numbers were registered in each month. */
export function TcrChart({ records }: { records: readonly TcrRecord[] }) {
  const [now] = useState(() => new Date())
  const months = useMemo(() => countMonths(records, now), [records, now])
  const last = months.at(-1)
  const sum = months.reduce((total, { registrations }) => total + registrations, 0)
  return (
    <ChartFrame
      title="Registrations by month"
      takeaway={`${formatNumber(sum)} from ${months[0]?.month} to ${last?.month}, ${formatNumber(last?.registrations)} of them in this month so far.`}
    >
      <ResponsiveContainer width="100%" height={height} minWidth={0}>
        <BarChart
          data={months}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          aria-label="Registrations by month; the arrow keys go from month to month"
        >
          <CartesianGrid stroke="var(--border)" vertical={false} />
          <XAxis dataKey="month" minTickGap={24} stroke="var(--outline)" />
          <YAxis width={48} allowDecimals={false} stroke="var(--outline)" />
          <Tooltip
            isAnimationActive={false}
            wrapperClassName={chartStyles.tooltip ?? ''}
            cursor={{ fill: 'var(--row-hover)' }}
          />
          <Bar
            dataKey="registrations"
            name="Registrations"
            fill="var(--chart-1)"
            maxBarSize={40}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </ChartFrame>
  )
}
