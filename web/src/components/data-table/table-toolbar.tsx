import { RefreshCw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/format/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import type { ActiveFilter, SelectionProps } from './data-table-props.ts'
import { withAll } from './selection.ts'
import styles from './toolbar.module.css'

export interface TableToolbarProps {
  search: ReactNode
  filters: ReactNode
  activeFilters: readonly ActiveFilter[]
  /** ‘12 of 312’; the table announces it. */
  count: string
  actions: ReactNode
  columns: ReactNode
  loading: boolean
  onRefresh: (() => void) | null
}

/** Search and filters at the left; count, refresh, actions and columns at the right. */
export function TableToolbar(props: TableToolbarProps) {
  const { onRefresh, activeFilters } = props
  return (
    <div className={styles.toolbar} data-print="hide">
      <div className={styles.line}>
        <div className={styles.start}>
          {props.search}
          {props.filters}
          <span className={styles.count}>{props.count}</span>
        </div>
        <div className={styles.end}>
          {props.actions}
          {onRefresh && (
            <IconButton
              label="Refresh"
              icon={<RefreshCw aria-hidden="true" />}
              // Not `busy`: a press during another load must not be lost.
              aria-busy={props.loading || undefined}
              onClick={onRefresh}
            />
          )}
          {props.columns}
        </div>
      </div>
      {activeFilters.length > 0 && (
        <ul className={styles.chips} aria-label="Active filters" data-next-focus="input, select, button">
          {activeFilters.map((filter) => (
            <li key={filter.label}>
              <button type="button" className={styles.chip} onClick={filter.onRemove}>
                {filter.label}
                <X aria-hidden="true" />
                <span className="sr-only">: remove filter</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Part of the toolbar while rows are selected, or always if it `stays`. */
export function BatchBar({
  selection,
  filtered,
}: {
  selection: SelectionProps
  filtered: readonly string[]
}) {
  const count = selection.selected.size
  if (count === 0 && selection.stays !== true) return null
  return (
    <div
      className={styles.batch}
      data-empty={count === 0 || undefined}
      role="toolbar"
      aria-label="Selected rows"
    >
      <output>{count === 0 ? 'None selected' : `${formatNumber(count)} selected`}</output>
      {count > 0 && (
        <Button variant="quiet" onClick={() => selection.onChange(new Set())}>
          Clear
        </Button>
      )}
      {count > 0 && count < filtered.length && (
        <Button
          variant="quiet"
          onClick={() => selection.onChange(withAll(selection.selected, filtered, true))}
        >
          Select all {formatNumber(filtered.length)} filtered
        </Button>
      )}
      <span className={styles.end}>{selection.actions}</span>
    </div>
  )
}
