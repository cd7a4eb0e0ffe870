import type { SubscriptionEvent } from '@agency-support/contract/modules/reports'
import { useMemo } from 'react'
import { Bar, BarStack, Line } from '@visx/shape'
import { ChartFrame } from '../../components/charts/chart-frame.tsx'
import { ChartArea } from '../../components/charts/chart-area.tsx'
import { formatNumber } from '../../lib/format/format.ts'
import { formatCount } from '../../lib/format/format-count.ts'
import { addUp, type Change, type ChangeName, sumChanges } from './chart-sums.ts'
import styles from './charts.module.css'
import type { DayRange } from './days.ts'

const height = 200
const keySize = 12
const up = '1,11 6,1 11,11'
const down = '1,1 6,11 11,1'

/** Increases are above the axis, decreases below it; trials are hollow. */
const series = [
  { name: 'purchases', label: 'Purchase', color: 'var(--chart-1)', fill: 'var(--chart-1)', shape: up },
  { name: 'trialStarts', label: 'Trial Start', color: 'var(--chart-1)', fill: 'var(--surface)', shape: up },
  {
    name: 'cancellations',
    label: 'Cancellation',
    color: 'var(--chart-2)',
    fill: 'var(--chart-2)',
    shape: down,
  },
  { name: 'trialEnds', label: 'Trial End', color: 'var(--chart-2)', fill: 'var(--surface)', shape: down },
] as const satisfies readonly {
  name: ChangeName
  label: string
  color: string
  fill: string
  shape: string
}[]

const toAmount = (count: number): string => formatNumber(Math.abs(count))

function getTakeaway({ purchases, cancellations }: Readonly<Record<ChangeName, number>>): string {
  const net = purchases + cancellations
  const sign = net > 0 ? '+' : net < 0 ? '−' : ''
  const starts = formatCount(purchases, 'purchase')
  const ends = formatCount(Math.abs(cancellations), 'cancellation')
  return `Net change ${sign}${toAmount(net)}: ${starts}, ${ends}.`
}

/** Purchases up and cancellations down, by day or by week. */
export function ChangeChart({ events, range }: { events: readonly SubscriptionEvent[]; range: DayRange }) {
  const { start, end } = range
  const changes = useMemo(() => sumChanges(events, { start, end }), [events, start, end])
  const sums = addUp(changes)
  const isWeekly = changes.some(({ days }) => days.includes('–'))
  const title = isWeekly ? 'Net change by week' : 'Net change by day'
  return (
    <ChartFrame title={title} takeaway={getTakeaway(sums)}>
      {changes.length > 0 ? (
        <Columns changes={changes} isWeekly={isWeekly} name={title} />
      ) : (
        <div className={styles.empty} />
      )}
      <ul className={styles.key}>
        {series.map(({ name, label, color, fill, shape }) => (
          <li key={name}>
            <svg width={keySize} height={keySize} aria-hidden="true">
              <polygon points={shape} fill={fill} stroke={color} strokeWidth={2} />
            </svg>
            {label} <strong>{toAmount(sums[name])}</strong>
          </li>
        ))}
      </ul>
    </ChartFrame>
  )
}

function Columns({
  changes,
  isWeekly,
  name: title,
}: {
  changes: readonly Change[]
  isWeekly: boolean
  name: string
}) {
  const max = Math.max(1, ...changes.map(({ purchases, trialStarts }) => purchases + trialStarts))
  const min = Math.min(0, ...changes.map(({ cancellations, trialEnds }) => cancellations + trialEnds))
  return (
    <ChartArea
      label={`${title}; the arrow keys go from ${isWeekly ? 'week to week' : 'day to day'}`}
      height={height}
      points={changes.map((change) => ({
        title: change.days,
        values: series.map(({ name, label, color }) => ({
          name: label,
          text: toAmount(change[name]),
          color,
        })),
      }))}
      range={[min, max]}
      formatTick={(days) => days.slice(0, 10)}
      formatValue={toAmount}
    >
      {({ width, bands, values }) => (
        <>
          <BarStack
            data={[...changes]}
            keys={series.map(({ name }) => name)}
            x={({ days }) => days}
            xScale={bands}
            yScale={values}
            offset="diverging"
            color={(name) => series.find((one) => one.name === name)?.color ?? ''}
          >
            {(stacks) =>
              stacks.map(({ key, bars, index }) => (
                <g key={key} fill={series[index]?.fill} stroke={series[index]?.color} strokeWidth={2}>
                  {bars.map(({ bar, x, y, width: barWidth, height: barHeight }) => (
                    <Bar key={bar.data.days} x={x} y={y} width={barWidth} height={barHeight} />
                  ))}
                </g>
              ))
            }
          </BarStack>
          <Line from={{ x: 0, y: values(0) }} to={{ x: width, y: values(0) }} stroke="var(--outline)" />
        </>
      )}
    </ChartArea>
  )
}
