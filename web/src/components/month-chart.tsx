import { useMemo, useState } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatNumber } from '../lib/format.ts'
import { countMonths } from '../lib/months.ts'
import { ChartFrame } from './chart-frame.tsx'
import chartStyles from './chart-frame.module.css'

const height = 200

export interface MonthChartProps {
  title: string
  /** What is counted. */
  name: string
  /** ISO texts; invalid ones are skipped. */
  instants: readonly string[]
}

/** Bar chart of the instants per month over the last two years. */
export function MonthChart({ title, name, instants }: MonthChartProps) {
  const [now] = useState(() => new Date())
  const months = useMemo(() => countMonths(instants, now), [instants, now])
  const last = months.at(-1)
  const sum = months.reduce((total, { count }) => total + count, 0)
  return (
    <ChartFrame
      title={title}
      takeaway={`${formatNumber(sum)} from ${months[0]?.month} to ${last?.month}, ${formatNumber(last?.count)} of them in this month so far.`}
    >
      <ResponsiveContainer width="100%" height={height} minWidth={0}>
        <BarChart
          data={months}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          aria-label={`${title}; the arrow keys go from month to month`}
        >
          <CartesianGrid stroke="var(--border)" vertical={false} />
          <XAxis dataKey="month" minTickGap={24} stroke="var(--outline)" />
          <YAxis width={48} allowDecimals={false} stroke="var(--outline)" />
          <Tooltip
            isAnimationActive={false}
            wrapperClassName={chartStyles.tooltip ?? ''}
            cursor={{ fill: 'var(--row-hover)' }}
          />
          <Bar dataKey="count" name={name} fill="var(--chart-1)" maxBarSize={40} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </ChartFrame>
  )
}
