import { LogRows, type LogRowsProps } from './log-rows.tsx'
import styles from './log-viewer.module.css'
import type { LogHit } from './use-log-hits.ts'
import { type Target, useLogScroll } from './use-log-scroll.ts'

interface LogHitListProps extends Omit<LogRowsProps, 'scroll' | 'rowAt'> {
  hits: readonly LogHit[]
  isSearching: boolean
  target: Target | null
}

/** Only the lines that match, under their own numbers. */
export function LogHitList({ hits, isSearching, target, ...rows }: LogHitListProps) {
  const scroll = useLogScroll(hits.length, rows.wrap, target)
  if (hits.length === 0)
    return <p className={styles.empty}>{isSearching ? 'Searching…' : 'No line matches.'}</p>
  return <LogRows {...rows} scroll={scroll} rowAt={(index) => hits[index] ?? { line: 0, text: undefined }} />
}
