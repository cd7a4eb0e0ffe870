import { useMemo, useState } from 'react'
import { formatCount } from '../../lib/format/format-count.ts'
import { Button } from '../../ui/button.tsx'
import { useAnnounced } from '../messages/announce.tsx'
import styles from './toolbar.module.css'

/**
 * The rows of a log as it was when it was opened: newer ones wait until they are asked for, so that no row moves under
 * the pointer. An empty log shows them immediately. `fresh` is false for data cached by an earlier visit; `toKey` must
 * be a constant.
 */
export function useWaitingRows<Row>(
  rows: readonly Row[] | undefined,
  toKey: (row: Row) => string,
  fresh: boolean,
) {
  const [kept, setKept] = useState<readonly Row[] | null>(null)
  // Set during rendering, so that no intermediate frame shows the list.
  if (kept === null && fresh && rows !== undefined && rows.length > 0) setKept(rows)
  const waiting = useMemo(() => {
    const shown = new Set((kept ?? rows ?? []).map(toKey))
    return (rows ?? []).filter((row) => !shown.has(toKey(row))).length
  }, [kept, rows, toKey])
  return { shown: rows && (kept ?? rows), waiting, show: () => setKept(null) }
}

/**
 * Newer rows are announced here instead of pushing the others down; whoever shows them goes on in the first. `what` is
 * the singular, such as 'new event'.
 */
export function WaitingRows({ count, what, onShow }: { count: number; what: string; onShow: () => void }) {
  useAnnounced(count > 0 ? formatCount(count, what) : '')
  return (
    <span className={styles.waiting} data-next-focus="tr[data-row] [data-row-focus]">
      {count > 0 && (
        <Button variant="quiet" onClick={onShow}>
          Show {formatCount(count, what)}
        </Button>
      )}
    </span>
  )
}
