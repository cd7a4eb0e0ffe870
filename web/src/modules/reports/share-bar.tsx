import { useId } from 'react'
import { formatNumber } from '../../lib/format/format.ts'
import styles from './charts.module.css'

/** Style of a part; filled, hollow and hatched differ without colour. */
export type PartFill = 'filled' | 'hollow' | 'hatched'

export interface Part {
  name: string
  count: number
  look: PartFill
  /** Filters the table by this part, if possible; `isChosen` while filtered. */
  onChoose?: () => void
  isChosen?: boolean
}

const barHeight = 24
const keySize = 12

/** A whole and its parts as one bar, with the numbers below it. */
export function ShareBar({ label, parts }: { label: string; parts: readonly Part[] }) {
  const all = Math.max(
    1,
    parts.reduce((sum, { count }) => sum + count, 0),
  )
  const shares = parts.map(({ count }) => (count / all) * 100)
  const said = parts.map(({ name, count }) => `${name} ${formatNumber(count)}`).join(', ')
  return (
    <>
      <svg className={styles.bar} height={barHeight} role="img" aria-label={`${label}: ${said}`}>
        {parts.map(({ name, look }, at) => (
          <Filled
            key={name}
            look={look}
            x={`${shares.slice(0, at).reduce((sum, share) => sum + share, 0)}%`}
            width={`${shares[at] ?? 0}%`}
            height={barHeight}
          />
        ))}
      </svg>
      <ul className={styles.key}>
        {parts.map((part) => (
          <li key={part.name}>
            {part.onChoose === undefined ? (
              <PartKey {...part} />
            ) : (
              <button
                type="button"
                className={styles.part}
                aria-pressed={part.isChosen}
                onClick={part.onChoose}
              >
                <PartKey {...part} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function PartKey({ name, count, look }: Part) {
  return (
    <>
      <svg width={keySize} height={keySize} aria-hidden="true">
        <Filled look={look} x="0" width={String(keySize)} height={keySize} />
      </svg>
      {name} <strong>{formatNumber(count)}</strong>
    </>
  )
}

function Filled({ look, x, width, height }: { look: PartFill; x: string; width: string; height: number }) {
  const id = useId()
  if (look !== 'hatched') return <rect className={styles[look]} x={x} width={width} height={height} />
  return (
    <>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className={styles.hatch} width="2" height="6" />
      </pattern>
      <rect className={styles.hatched} x={x} width={width} height={height} fill={`url(#${id})`} />
    </>
  )
}
