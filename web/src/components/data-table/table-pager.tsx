import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { memo, useId } from 'react'
import { formatNumber } from '../../lib/format/format.ts'
import { Button } from '../../ui/button.tsx'
import type { MoreProps } from './data-table-props.ts'
import styles from './pager.module.css'
import { pageCount, rangeText } from './table-state.ts'

export interface TablePagerProps {
  /** The table's caption, which distinguishes its pager from another table's. */
  caption: string
  page: number
  size: number
  sizes: readonly number[]
  rows: number
  onPage: (page: number) => void
  onSize: (size: number) => void
}

const steps = [
  { label: 'First', icon: <ChevronFirst aria-hidden="true" />, to: () => 1 },
  { label: 'Prev', icon: <ChevronLeft aria-hidden="true" />, to: (page: number) => page - 1 },
  { label: 'Next', icon: <ChevronRight aria-hidden="true" />, to: (page: number) => page + 1 },
  { label: 'Last', icon: <ChevronLast aria-hidden="true" />, to: (_: number, last: number) => last },
]

function TablePagerInner({ caption, page, size, sizes, rows, onPage, onSize }: TablePagerProps) {
  const id = useId()
  const last = pageCount(rows, size)
  const ends = [page === 1, page === last] as const
  return (
    <nav className={styles.pager} aria-label={`Pages of ${caption}`}>
      <span className={styles.range}>{rangeText(page, size, rows)}</span>
      {sizes.length > 1 && (
        <label className={styles.size} data-print="hide">
          Rows per page
          <select value={size} onChange={(event) => onSize(Number(event.target.value))}>
            {sizes.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        </label>
      )}
      <span className={styles.steps}>
        {steps.map((step, index) => {
          const atEnd = ends[index < 2 ? 0 : 1]
          return (
            <button
              key={step.label}
              type="button"
              className={styles.step}
              disabled={atEnd}
              aria-describedby={atEnd ? `${id}-${index < 2 ? 'first' : 'last'}` : undefined}
              onClick={() => onPage(step.to(page, last))}
            >
              {index < 2 && step.icon}
              {step.label}
              {index >= 2 && step.icon}
            </button>
          )
        })}
      </span>
      <span className="sr-only" id={`${id}-first`}>
        This is the first page.
      </span>
      <span className="sr-only" id={`${id}-last`}>
        This is the last page.
      </span>
    </nav>
  )
}

/** 1–25 of 312 · Rows per page [25] · First Prev Next Last. Memoised. */
export const TablePager = memo(TablePagerInner)

/** Footer of a table whose rows are loaded in steps. */
export function MoreRows({ rows, more }: { rows: number; more: MoreProps }) {
  return (
    <div className={styles.pager}>
      <span className={styles.range}>
        {more.hasMore ? `${formatNumber(rows)} shown` : `All ${formatNumber(rows)} shown`}
      </span>
      {more.hasMore && (
        <Button busy={more.loading} onClick={more.loadMore}>
          Show more
        </Button>
      )}
    </div>
  )
}
