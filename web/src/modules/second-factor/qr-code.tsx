import { generate } from 'lean-qr'
import { useMemo } from 'react'
import styles from './security.module.css'

/** Quiet zone around the code, in modules. */
const quiet = 4

/** The dark modules of a QR code as one SVG path, merging neighbours in a row. */
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

/** A QR code, black on white in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => toSquares(text), [text])
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
