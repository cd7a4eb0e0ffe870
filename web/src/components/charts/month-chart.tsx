import { Bar } from '@visx/shape'
import { useMemo, useState } from 'react'
import { formatNumber } from '../../lib/format/format.ts'
import { countMonths } from './months.ts'
import { ChartArea } from './chart-area.tsx'
import { ChartFrame } from './chart-frame.tsx'

const height = 200
const color = 'var(--chart-1)'

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
      <ChartArea
        label={`${title}; the arrow keys go from month to month`}
        height={height}
        points={months.map(({ month, count }) => ({
          title: month,
          values: [{ name, text: formatNumber(count), color }],
        }))}
        range={[0, Math.max(1, ...months.map(({ count }) => count))]}
        formatTick={(month) => month}
        formatValue={formatNumber}
      >
        {({ height: bottom, bands, values }) =>
          months.map(({ month, count }) => (
            <Bar
              key={month}
              x={bands(month)}
              y={values(count)}
              width={bands.bandwidth()}
              height={bottom - values(count)}
              fill={color}
            />
          ))
        }
      </ChartArea>
    </ChartFrame>
  )
}
