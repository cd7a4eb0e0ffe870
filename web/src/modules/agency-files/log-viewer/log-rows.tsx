import { parseLogLevel } from '@agency-support/contract/rules/agency-files'
import { highlight } from './highlight.ts'
import styles from './log-viewer.module.css'
import type { useLogScroll } from './use-log-scroll.ts'

export interface LogRow {
  line: number
  /** Undefined while loading. */
  text: string | undefined
}

export interface LogRowsProps {
  /** Names the scrolling box. */
  label: string
  scroll: ReturnType<typeof useLogScroll>
  rowAt: (index: number) => LogRow
  wrap: boolean
  /** Highlighted wherever it occurs. */
  searched: string
  /** The line last jumped to. */
  current: number | null
}

/** The visible lines. Their content is rendered as text, whatever the log contains. */
export function LogRows({ label, scroll, rowAt, wrap, searched, current }: LogRowsProps) {
  const { setBox, items, height, measure } = scroll
  const reachable = { role: 'region', tabIndex: 0, 'aria-label': label }
  return (
    <div ref={setBox} className={styles.box} data-wrap={wrap || undefined} {...reachable}>
      <div className={styles.all} style={{ height }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index)
          return (
            <div
              key={index}
              ref={wrap ? measure : undefined}
              data-index={index}
              data-line={row.line}
              data-level={row.text === undefined ? undefined : parseLogLevel(row.text)}
              data-current={row.line === current || undefined}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span className={styles.number}>{row.line}</span>
              <span className={styles.text}>
                {row.text === undefined ? '…' : marked(row.text, searched, row.line === current)}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

function marked(text: string, searched: string, isCurrent: boolean) {
  const pieces = highlight(text, searched)
  const first = isCurrent ? pieces.findIndex(({ hit }) => hit) : -1
  return pieces.map((piece, index) =>
    piece.hit ? (
      <mark key={index} ref={index === first ? scrollSideways : undefined}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}

/** Scrolls a match into sight sideways only: its line is scrolled to already. */
function scrollSideways(mark: HTMLElement | null): void {
  const box = mark?.closest(`.${styles.box}`)
  if (!mark || !box) return
  const { left, right } = mark.getBoundingClientRect()
  const seen = box.getBoundingClientRect()
  if (left < seen.left || right > seen.right)
    box.scrollLeft = Math.max(0, box.scrollLeft + left - seen.left - seen.width / 2)
}
