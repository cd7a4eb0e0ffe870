import { generate } from 'lean-qr'
import { useMemo } from 'react'
import styles from './security.module.css'

/** Light border that scanners need around a code, in its own squares. */
const quiet = 4

/** The dark squares of a QR code as one path, a row of neighbours at a time. */
function toSquares(text: string): { size: number; path: string } {
  const code = generate(text)
  const parts: string[] = []
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) continue
      const from = x
      while (code.get(x + 1, y)) x += 1
      parts.push(`M${from + quiet} ${y + quiet}h${x + 1 - from}v1h${from - x - 1}z`)
    }
  }
  return { size: code.size + 2 * quiet, path: parts.join('') }
}

/** A QR code, black on white in either theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => toSquares(text), [text])
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
