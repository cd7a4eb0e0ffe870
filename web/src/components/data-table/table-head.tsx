import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { memo, type PointerEvent, type ReactNode, useRef } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { type Column, minColumnWidth, type Sort } from './column.ts'
import styles from './table.module.css'

export interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort: Sort | null
  onSort: (id: string) => void
  onResize: (id: string, width: number) => void
  /** How rows expand: by an arrow in front, by a labelled button at the end, or not at all. */
  expands: 'arrow' | 'words' | null
  select: { mark: 'none' | 'some' | 'all'; onToggle: (on: boolean) => void } | null
}

const spoken = { ascending: 'ascending', descending: 'descending', none: undefined } as const

function direction(sort: Sort | null, id: string): keyof typeof spoken {
  if (sort?.id !== id) return 'none'
  return sort.desc ? 'descending' : 'ascending'
}

const rootSize = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/**
 * Follows the pointer without rendering; the table gets the width once, at the end. Keyboard users resize in the
 * Columns menu.
 */
function ResizeHandle({ onResize }: { onResize: (width: number) => void }) {
  const drag = useRef<{ from: number; width: number; col: HTMLElement } | null>(null)

  function start(event: PointerEvent<HTMLSpanElement>) {
    const cell = event.currentTarget.closest('th')
    const col = cell?.closest('table')?.querySelectorAll('col')[cell.cellIndex]
    if (!cell || !col) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: event.clientX, width: cell.offsetWidth, col }
  }
  function widthAt(event: PointerEvent): number | null {
    return (
      drag.current &&
      Math.max(minColumnWidth, Math.round(drag.current.width + event.clientX - drag.current.from))
    )
  }
  function move(event: PointerEvent) {
    const width = widthAt(event)
    if (width !== null) drag.current?.col.style.setProperty('width', `${width}px`)
  }
  function end(event: PointerEvent) {
    const width = widthAt(event)
    // Kept for a text of 16 px, because the columns grow with the text.
    if (width !== null && width !== drag.current?.width) onResize((width * 16) / rootSize())
    drag.current = null
  }

  return (
    <span
      className={styles.resize}
      aria-hidden="true"
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}

function HeadCell<Row>({
  column,
  zone,
  sort,
  onSort,
  onResize,
}: { column: Column<Row>; zone: ReactNode } & Pick<TableHeadProps<Row>, 'sort' | 'onSort' | 'onResize'>) {
  const way = direction(sort, column.id)
  const Arrow = way === 'none' ? ArrowUpDown : way === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      data-align={column.align === 'end' ? 'end' : undefined}
      data-stuck={column.stuck}
      aria-sort={spoken[way]}
    >
      {column.sortable ? (
        <button
          type="button"
          className={styles.sort}
          data-sorted={way !== 'none' || undefined}
          data-marked={column.mark !== undefined || undefined}
          onClick={() => onSort(column.id)}
        >
          <span>{column.header}</span>
          {column.mark}
          <Arrow aria-hidden="true" />
        </button>
      ) : (
        <span className={styles.title}>{column.header}</span>
      )}
      {zone}
      <ResizeHandle onResize={(width) => onResize(column.id, width)} />
    </th>
  )
}

function TableHeadInner<Row>({ columns, sort, onSort, onResize, expands, select }: TableHeadProps<Row>) {
  const zoned = columns.find(({ zone }) => zone !== undefined)
  return (
    <thead>
      <tr>
        {select && (
          <th scope="col" className={styles.control}>
            <Checkbox
              label="Select all rows on this page"
              checked={select.mark === 'all'}
              indeterminate={select.mark === 'some'}
              onChange={(event) => select.onToggle(event.target.checked)}
            />
          </th>
        )}
        {expands === 'arrow' && (
          <th scope="col" className={styles.control}>
            <span className="sr-only">Details</span>
          </th>
        )}
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            zone={column === zoned && column.zone}
            sort={sort}
            onSort={onSort}
            onResize={onResize}
          />
        ))}
        {expands === 'words' && (
          <th scope="col" data-stuck="end">
            <span className="sr-only">Details</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

/** The head of a table: sort buttons, select-all, resize handles. Memoised. */
export const TableHead = memo(TableHeadInner) as typeof TableHeadInner
