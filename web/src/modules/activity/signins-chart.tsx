import {
  hostingEnvironments,
  type HostingEnvironment,
} from '@agency-support/contract/rules/hosting-environment'
import { useState } from 'react'
import {
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Symbols,
  Tooltip,
  usePlotArea,
  useYAxisScale,
  XAxis,
  YAxis,
} from 'recharts'
import { ChartFrame } from '../../components/chart-frame.tsx'
import chartStyles from '../../components/chart-frame.module.css'
import { useUtc } from '../../components/local-time.tsx'
import { formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import styles from './signins-chart.module.css'
import { environmentNames, formatPeriod, type SigninRow, spread } from './signin-rows.ts'

/** Colour and shape of each series; the shape alone identifies it too. */
const looks = {
  locals: { color: 'var(--chart-1)', shape: 'circle' },
  kotter: { color: 'var(--chart-2)', shape: 'square' },
  opusW: { color: 'var(--chart-3)', shape: 'triangle' },
  opusE: { color: 'var(--chart-4)', shape: 'diamond' },
  opusE2: { color: 'var(--chart-5)', shape: 'cross' },
} as const satisfies Record<HostingEnvironment, { color: string; shape: string }>

const names = hostingEnvironments.map((environment) => environmentNames[environment])

const height = 240
const splitHeight = 120
const labelGap = 16
const markSize = 40

interface Plotted {
  /** Oldest first, complete periods only. */
  rows: readonly SigninRow[]
  most: number
}

/** Sign-ins in the complete periods of three hours, one line per hosting environment. */
export function SigninsChart({ rows }: { rows: readonly SigninRow[] }) {
  const [split, setSplit] = useState(false)
  // The incomplete period would look like a drop.
  const whole = rows.slice(0, -1)
  const most = Math.max(1, ...whole.flatMap((row) => hostingEnvironments.map((one) => row[one])))
  return (
    <ChartFrame
      title="Sign-ins by hosting environment"
      takeaway={getTakeaway(whole)}
      actions={
        <Button aria-pressed={split} onClick={() => setSplit(!split)}>
          Split
        </Button>
      }
    >
      {split ? (
        <div className={styles.split}>
          {hostingEnvironments.map((environment) => (
            <div key={environment}>
              <h3>{environmentNames[environment]}</h3>
              <Lines rows={whole} most={most} environments={[environment]} height={splitHeight} />
            </div>
          ))}
        </div>
      ) : (
        <Lines rows={whole} most={most} environments={hostingEnvironments} height={height} />
      )}
    </ChartFrame>
  )
}

function getTakeaway(rows: readonly SigninRow[]): string {
  const sums = hostingEnvironments.map((environment) => ({
    environment,
    sum: rows.reduce((sum, row) => sum + row[environment], 0),
  }))
  const all = sums.reduce((total, { sum }) => total + sum, 0)
  const [first] = sums.toSorted((a, b) => b.sum - a.sum)
  if (first === undefined || all === 0) return 'No sign-ins in the whole periods of the last three hours.'
  return `${formatNumber(all)} sign-ins in the whole periods of the last three hours, ${formatNumber(first.sum)} of them at ${environmentNames[first.environment]}.`
}

interface LinesProps extends Plotted {
  environments: readonly HostingEnvironment[]
  height: number
}

function Lines({ rows, most, environments, height: chartHeight }: LinesProps) {
  const zone = useUtc() ? 'UTC' : undefined
  const [only] = environments
  const name = environments.length === 1 && only !== undefined ? environmentNames[only] : 'all environments'
  return (
    <ResponsiveContainer width="100%" height={chartHeight} minWidth={0}>
      <LineChart
        data={[...rows]}
        margin={{ top: 8, right: environments.length > 1 ? 88 : 16, bottom: 0, left: 0 }}
        aria-label={`Sign-ins of ${name}; the arrow keys go from period to period`}
      >
        <CartesianGrid stroke="var(--border)" vertical={false} />
        <XAxis
          dataKey="at"
          tickFormatter={(at: string) => formatPeriod(at, zone)}
          minTickGap={24}
          stroke="var(--outline)"
        />
        <YAxis
          domain={[0, most]}
          width={48}
          allowDecimals={false}
          tickFormatter={(count: number) => formatNumber(count)}
          stroke="var(--outline)"
        />
        <Tooltip
          isAnimationActive={false}
          wrapperClassName={chartStyles.tooltip ?? ''}
          labelFormatter={(at) => (typeof at === 'string' ? formatPeriod(at, zone) : null)}
          itemSorter={({ name: series }) => names.indexOf(String(series))}
          formatter={(count) => formatNumber(Number(count))}
        />
        {environments.map((environment) => (
          <Line
            key={environment}
            dataKey={environment}
            name={environmentNames[environment]}
            type="linear"
            stroke={looks[environment].color}
            strokeWidth={2}
            isAnimationActive={false}
            dot={({ cx, cy, key }) => <Mark key={key} environment={environment} x={cx ?? 0} y={cy ?? 0} />}
          />
        ))}
        {environments.length > 1 && <EndLabels rows={rows} />}
      </LineChart>
    </ResponsiveContainer>
  )
}

function Mark({ environment, x, y }: { environment: HostingEnvironment; x: number; y: number }) {
  const { color, shape } = looks[environment]
  return <Symbols cx={x} cy={y} type={shape} size={markSize} fill={color} />
}

/** Labels at the ends of the lines, moved apart where lines end close together. */
function EndLabels({ rows }: Pick<Plotted, 'rows'>) {
  const plot = usePlotArea()
  const scale = useYAxisScale()
  const last = rows.at(-1)
  if (plot === undefined || scale === undefined || last === undefined) return null
  const x = plot.x + plot.width + 14
  const wanted = hostingEnvironments
    .map((environment) => ({ environment, y: scale(last[environment]) ?? plot.y }))
    .toSorted((a, b) => a.y - b.y)
  const placed = spread(
    wanted.map(({ y }) => y),
    { from: plot.y, to: plot.y + plot.height, gap: labelGap },
  )
  return wanted.map(({ environment }, at) => {
    const y = placed[at] ?? plot.y
    return (
      <g key={environment} aria-hidden="true">
        <Mark environment={environment} x={x} y={y} />
        <text x={x + 10} y={y + 4}>
          {environmentNames[environment]}
        </text>
      </g>
    )
  })
}
