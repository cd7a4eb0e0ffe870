import { Bar, BarChart, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { formatNumber } from '../../lib/format.ts'

const height = 24
const barSize = 10

/** A bar for the last 24 hours against a line for the usual value; the numbers are next to it. */
export function DayChart({ today, usual }: { today: number; usual: number }) {
  const most = Math.max(1, today, usual) * 1.1
  return (
    <div
      role="img"
      aria-label={`${formatNumber(today)} in the last 24 hours, usually ${formatNumber(usual)} a day`}
    >
      <ResponsiveContainer width="100%" height={height} minWidth={0}>
        <BarChart
          data={[{ today }]}
          layout="vertical"
          margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <XAxis type="number" domain={[0, most]} hide />
          <YAxis type="category" hide />
          <Bar dataKey="today" fill="var(--chart-1)" barSize={barSize} isAnimationActive={false} />
          <ReferenceLine x={usual} stroke="var(--text)" strokeWidth={2} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
