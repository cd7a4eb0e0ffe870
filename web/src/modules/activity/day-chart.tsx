import { useParentSize } from '@visx/responsive'
import { scaleLinear } from '@visx/scale'
import { Bar, Line } from '@visx/shape'
import { formatNumber } from '../../lib/format/format.ts'

const height = 24
const barHeight = 10
const markWidth = 2

/** A bar for the last 24 hours against a line for the usual value; the numbers are next to it. */
export function DayChart({ today, usual }: { today: number; usual: number }) {
  const { parentRef, width } = useParentSize({ ignoreDimensions: ['height', 'top', 'left'] })
  const x = scaleLinear({ domain: [0, Math.max(1, today, usual) * 1.1], range: [0, width] })
  const mark = { x: x(usual) + markWidth / 2 }
  return (
    <div
      ref={parentRef}
      role="img"
      aria-label={`${formatNumber(today)} in the last 24 hours, usually ${formatNumber(usual)} a day`}
    >
      <svg width={width} height={height} display="block">
        <Bar y={(height - barHeight) / 2} width={x(today)} height={barHeight} fill="var(--chart-1)" />
        <Line
          from={{ ...mark, y: 0 }}
          to={{ ...mark, y: height }}
          stroke="var(--text)"
          strokeWidth={markWidth}
        />
      </svg>
    </div>
  )
}
