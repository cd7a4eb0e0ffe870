import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { TooltipWithBounds } from '@visx/tooltip'
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useState,
} from 'react'
import styles from './chart-area.module.css'

/** What the tooltip says about one place on the horizontal axis. */
export interface ChartPoint {
  /** Unique in the chart. */
  title: string
  values: readonly { name: string; text: string; color: string }[]
}

/** Where marks are drawn, in pixels from the upper left corner between the axes. */
export interface Plot {
  width: number
  height: number
  /** The bars: by the titles of the points. */
  bands: ReturnType<typeof scaleBand<string>>
  values: ReturnType<typeof scaleLinear<number>>
  /** Middle of the bar at an index. */
  toMiddle: (at: number) => number
  /** Factor for sizes that follow the text. */
  textScale: number
}

export interface ChartAreaProps {
  /** Accessible name; it says that the arrow keys work. */
  label: string
  /** In pixels at the usual size of text, axes included. */
  height: number
  /** Room at the right for labels, in the same pixels; by default for half of the last one of the axis. */
  marginRight?: number
  points: readonly ChartPoint[]
  /** Lowest and highest value. */
  range: readonly [number, number]
  formatTick: (title: string) => string
  formatValue: (value: number) => string
  children: (plot: Plot) => ReactNode
}

/** These follow the size of the text. */
const margin = { top: 12, bottom: 28, left: 48 }
const maxBarWidth = 40
/** Share of a place that stays free between two bars. */
const minGap = 0.2
/** Pixels for each label of an axis, at least. */
const tickWidth = 110
const tickHeight = 40
/** For the library, which places the labels of an axis by it; the style sets their size. */
const tickFontSize = 10
const swatchSize = 10
const usualTextPx = 16

/** How much larger than usual the text of the page is: 2 if a person has set 200 %. */
function getTextScale(): number {
  const px = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return Number.isNaN(px) ? 1 : px / usualTextPx
}

/** Axes, grid and tooltip of a chart, whose points are read by pointer or arrow keys; `children` draw the marks. */
export function ChartArea({
  label,
  height,
  marginRight = 32,
  points,
  range,
  children,
  ...formats
}: ChartAreaProps) {
  const { parentRef, width } = useParentSize({ ignoreDimensions: ['height', 'top', 'left'] })
  const textScale = getTextScale()
  const fullHeight = height * textScale
  const left = margin.left * textScale
  const top = margin.top * textScale
  const plot = toPlot(points, range, {
    width: Math.max(0, width - left - marginRight * textScale),
    height: (height - margin.top - margin.bottom) * textScale,
    textScale,
  })
  const [read, readable] = useReadPoint(points.length, plot.bands.step(), left)
  const point = read === undefined ? undefined : points[read]

  return (
    <div ref={parentRef} className={styles.area}>
      <svg
        width={width}
        height={fullHeight}
        viewBox={`0 0 ${width} ${fullHeight}`}
        role="application"
        aria-label={label}
        {...readable}
      >
        {plot.width > 0 && (
          <g transform={`translate(${left}, ${top})`}>
            {point !== undefined && (
              <Bar
                x={plot.bands.step() * points.indexOf(point)}
                width={plot.bands.step()}
                height={plot.height}
                fill="var(--row-hover)"
              />
            )}
            <Axes plot={plot} {...formats} />
            {children(plot)}
          </g>
        )}
      </svg>
      <ReadOut
        point={point}
        left={point === undefined ? 0 : left + plot.toMiddle(points.indexOf(point))}
        top={top}
      />
    </div>
  )
}

/** The index of the point that is read, until Esc, and the props with which a chart follows pointer and keys. */
function useReadPoint(count: number, step: number, left: number) {
  const [read, setRead] = useState<number>()
  const leave = (): void => setRead(undefined)
  useEffect(() => {
    if (read === undefined) return undefined
    // Wherever the focus is: the pointer reads too.
    const onKey = ({ key }: globalThis.KeyboardEvent): void => {
      if (key === 'Escape') setRead(undefined)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [read])
  const readable = {
    tabIndex: 0,
    onPointerMove({ currentTarget, clientX }: PointerEvent<SVGSVGElement>): void {
      const x = clientX - currentTarget.getBoundingClientRect().left - left
      const at = Math.floor(x / step)
      setRead(at >= 0 && at < count ? at : undefined)
    },
    onPointerLeave: leave,
    onFocus({ currentTarget }: FocusEvent<SVGSVGElement>): void {
      // A press of the pointer focuses too, and has its own point.
      if (currentTarget.matches(':focus-visible')) setRead(0)
    },
    onBlur: leave,
    onKeyDown(event: KeyboardEvent): void {
      // Alt-Left is the browser's Back.
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const at = toPlace(event.key, read ?? 0, count - 1)
      if (at === undefined) return
      event.preventDefault()
      setRead(at)
    },
  }
  return [read, readable] as const
}

function toPlot(
  points: readonly ChartPoint[],
  range: readonly [number, number],
  size: Pick<Plot, 'width' | 'height' | 'textScale'>,
): Plot {
  const { width, height, textScale } = size
  const step = width / Math.max(1, points.length)
  const gap = Math.max(minGap, 1 - maxBarWidth / Math.max(1, step))
  const bands = scaleBand<string>({
    domain: points.map(({ title }) => title),
    range: [0, width],
    paddingInner: gap,
    paddingOuter: gap / 2,
  })
  const values = scaleLinear<number>({ domain: [...range], range: [height, 0], nice: true })
  return { width, height, bands, values, toMiddle: (at) => (at + 0.5) * step, textScale }
}

function Axes({
  plot: { width, height, bands, values, textScale },
  formatTick,
  formatValue,
}: { plot: Plot } & Pick<ChartAreaProps, 'formatTick' | 'formatValue'>) {
  const ticks = values.ticks(Math.floor(height / tickHeight / textScale)).filter(Number.isInteger)
  const look = {
    stroke: 'var(--outline)',
    tickStroke: 'var(--outline)',
    tickLabelProps: { fontSize: tickFontSize * textScale },
  }
  return (
    <>
      <GridRows scale={values} tickValues={ticks} width={width} stroke="var(--border)" />
      <AxisBottom
        {...look}
        scale={bands}
        top={height}
        numTicks={Math.max(1, Math.floor(width / tickWidth / textScale))}
        tickFormat={formatTick}
      />
      <AxisLeft
        {...look}
        scale={values}
        tickValues={ticks}
        tickFormat={(value) => formatValue(Number(value))}
      />
    </>
  )
}

interface PointTooltipProps {
  point: ChartPoint
  left: number
  top: number
}

interface ReadOutProps extends Omit<PointTooltipProps, 'point'> {
  /** The point that is read; undefined if none is. */
  point: ChartPoint | undefined
}

/** Tells screen readers and shows what the chosen point stands for. */
function ReadOut({ point, ...at }: ReadOutProps) {
  return (
    <div role="status" className={styles.live}>
      {/* Measures its size only when it is new. */}
      {point !== undefined && <PointTooltip key={point.title} point={point} {...at} />}
    </div>
  )
}

function PointTooltip({ point: { title, values }, left, top }: PointTooltipProps) {
  return (
    <TooltipWithBounds unstyled className={styles.tooltip ?? ''} left={left} top={top}>
      <p>{title}</p>
      <ul>
        {values.map(({ name, text, color }) => (
          <li key={name}>
            <svg width={swatchSize} height={swatchSize} aria-hidden="true">
              <rect width={swatchSize} height={swatchSize} fill={color} />
            </svg>
            {`${name}: ${text}`}
          </li>
        ))}
      </ul>
    </TooltipWithBounds>
  )
}

/** The place that a key leads to; undefined for other keys. */
function toPlace(key: string, at: number, last: number): number | undefined {
  if (key === 'ArrowLeft') return Math.max(0, at - 1)
  if (key === 'ArrowRight') return Math.min(last, at + 1)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return undefined
}
