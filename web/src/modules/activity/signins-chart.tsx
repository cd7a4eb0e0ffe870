import {
  hostingEnvironments,
  type HostingEnvironment,
} from '@agency-support/contract/rules/hosting-environment'
import { GlyphCircle, GlyphCross, GlyphDiamond, GlyphSquare, GlyphTriangle } from '@visx/glyph'
import { LinePath } from '@visx/shape'
import { useState } from 'react'
import { ChartArea, type Plot } from '../../components/charts/chart-area.tsx'
import { ChartFrame } from '../../components/charts/chart-frame.tsx'
import { useUtc } from '../../lib/format/utc.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { Button } from '../../ui/button.tsx'
import styles from './signins-chart.module.css'
import { environmentNames, nameApart, type SigninRow, spread, summarise } from './signin-rows.ts'

/** Colour and shape of each series; the shape alone identifies it too. */
const markers = {
  locals: { color: 'var(--chart-1)', Glyph: GlyphCircle },
  kotter: { color: 'var(--chart-2)', Glyph: GlyphSquare },
  opusW: { color: 'var(--chart-3)', Glyph: GlyphTriangle },
  opusE: { color: 'var(--chart-4)', Glyph: GlyphDiamond },
  opusE2: { color: 'var(--chart-5)', Glyph: GlyphCross },
} as const satisfies Record<HostingEnvironment, { color: string; Glyph: typeof GlyphCircle }>

const height = 240
const splitHeight = 120
const labelGap = 16
const labelWidth = 88
const markSize = 40

interface Plotted {
  /** Oldest first, complete periods only. */
  rows: readonly SigninRow[]
  max: number
}

/** Sign-ins in the complete periods of three hours, one line per hosting environment. */
export function SigninsChart({ rows }: { rows: readonly SigninRow[] }) {
  const [split, setSplit] = useState(false)
  // The incomplete period would look like a drop.
  const whole = rows.slice(0, -1)
  const max = Math.max(1, ...whole.flatMap((row) => hostingEnvironments.map((one) => row[one])))
  return (
    <ChartFrame
      title="Sign-ins by hosting environment"
      takeaway={summarise(whole)}
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
              <Lines rows={whole} max={max} environments={[environment]} height={splitHeight} />
            </div>
          ))}
        </div>
      ) : (
        <Lines rows={whole} max={max} environments={hostingEnvironments} height={height} />
      )}
    </ChartFrame>
  )
}

interface LinesProps extends Plotted {
  environments: readonly HostingEnvironment[]
  height: number
}

function Lines({ rows, max, environments, height: chartHeight }: LinesProps) {
  const zone = useUtc() ? 'UTC' : undefined
  const [only] = environments
  const titles = nameApart(rows, zone)
  const name = environments.length === 1 && only !== undefined ? environmentNames[only] : 'all environments'
  return (
    <ChartArea
      label={`Sign-ins of ${name}; the arrow keys go from period to period`}
      height={chartHeight}
      marginRight={environments.length > 1 ? labelWidth : 24}
      points={rows.map((row, at) => ({
        title: titles[at] ?? '',
        values: environments.map((environment) => ({
          name: environmentNames[environment],
          text: formatNumber(row[environment]),
          color: markers[environment].color,
        })),
      }))}
      range={[0, max]}
      formatTick={(period) => period}
      formatValue={formatNumber}
    >
      {(plot) => (
        <>
          {environments.map((environment) => (
            <EnvironmentLine key={environment} environment={environment} rows={rows} plot={plot} />
          ))}
          {environments.length > 1 && <EndLabels rows={rows} plot={plot} />}
        </>
      )}
    </ChartArea>
  )
}

interface LineProps {
  environment: HostingEnvironment
  rows: readonly SigninRow[]
  plot: Plot
}

function EnvironmentLine({ environment, rows, plot: { values, toMiddle } }: LineProps) {
  const points = rows.map((row, at) => ({ x: toMiddle(at), y: values(row[environment]) }))
  return (
    <>
      <LinePath
        data={points}
        x={({ x }) => x}
        y={({ y }) => y}
        stroke={markers[environment].color}
        strokeWidth={2}
      />
      {points.map(({ x, y }) => (
        <Mark key={x} environment={environment} x={x} y={y} />
      ))}
    </>
  )
}

function Mark({ environment, x, y }: { environment: HostingEnvironment; x: number; y: number }) {
  const { color, Glyph } = markers[environment]
  return <Glyph left={x} top={y} size={markSize} fill={color} />
}

/** Labels at the ends of the lines, moved apart where lines end close together. */
function EndLabels({
  rows,
  plot: { width, height: bottom, values, textScale },
}: Omit<LineProps, 'environment'>) {
  const last = rows.at(-1)
  if (last === undefined) return null
  const x = width + 14
  const wanted = hostingEnvironments
    .map((environment) => ({ environment, y: values(last[environment]) }))
    .toSorted((a, b) => a.y - b.y)
  const placed = spread(
    wanted.map(({ y }) => y),
    { from: 0, to: bottom, gap: labelGap * textScale },
  )
  return wanted.map(({ environment, y: wish }, at) => {
    const y = placed[at] ?? wish
    return (
      <g key={environment} aria-hidden="true">
        <Mark environment={environment} x={x} y={y} />
        <text x={x + 10} y={y} dy="0.33em">
          {environmentNames[environment]}
        </text>
      </g>
    )
  })
}
