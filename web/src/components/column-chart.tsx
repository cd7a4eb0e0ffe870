import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { formatNumber } from '../lib/format.ts'
import styles from './column-chart.module.css'

export interface ChartColumn {
  id: string
  /** Stands under the column: ‘Nov 2026’. */
  label: string
  count: number
}

export interface ColumnChartProps {
  title: string
  /** What it comes to, in a sentence. */
  takeaway: string
  /** What the columns are by, and what is counted: the heads of the table. */
  heads: readonly [by: string, counted: string]
  columns: readonly ChartColumn[]
}

const width = 72
const barWidth = 40
const height = 160
const plot = { top: 24, bottom: 128 }

/** Columns with their figures; each can be focused, and a table shows the same. */
export function ColumnChart({ title, takeaway, heads, columns }: ColumnChartProps) {
  const [asTable, setAsTable] = useState(false)
  const titleId = useId()
  return (
    <figure className={styles.chart} aria-labelledby={titleId}>
      <figcaption className={styles.head}>
        <span>
          <strong id={titleId}>{title}</strong> {takeaway}
        </span>
        <Button variant="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          Table
        </Button>
      </figcaption>
      {asTable ? <Figures heads={heads} columns={columns} /> : <Columns columns={columns} />}
    </figure>
  )
}

function Columns({ columns }: Pick<ColumnChartProps, 'columns'>) {
  const highest = Math.max(1, ...columns.map(({ count }) => count))
  const span = plot.bottom - plot.top
  return (
    <div className={styles.scroll}>
      <svg width={columns.length * width} height={height} role="group" aria-label="Columns">
        {columns.map(({ id, label, count }, at) => {
          const tall = (count / highest) * span
          const middle = at * width + width / 2
          return (
            // Focusable, so that the figures can be read one after the other.
            <g key={id} role="img" aria-label={`${label}: ${formatNumber(count)}`} tabIndex={0}>
              <rect className={styles.room} x={at * width + 2} y={2} width={width - 4} height={height - 4} />
              <rect
                className={styles.bar}
                x={middle - barWidth / 2}
                y={plot.bottom - tall}
                width={barWidth}
                height={tall}
              />
              <line
                className={styles.base}
                x1={at * width}
                x2={(at + 1) * width}
                y1={plot.bottom}
                y2={plot.bottom}
              />
              <text className={styles.count} x={middle} y={plot.bottom - tall - 6}>
                {formatNumber(count)}
              </text>
              <text className={styles.label} x={middle} y={plot.bottom + 20}>
                {label}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}

function Figures({ heads, columns }: Pick<ColumnChartProps, 'heads' | 'columns'>) {
  const [by, counted] = heads
  return (
    <table className={styles.figures}>
      <thead>
        <tr>
          <th scope="col">{by}</th>
          <th scope="col">{counted}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ id, label, count }) => (
          <tr key={id}>
            <th scope="row">{label}</th>
            <td>{formatNumber(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
