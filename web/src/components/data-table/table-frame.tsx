import { type CSSProperties, type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { usePreferences } from '../preferences.ts'
import type { Column } from './column.ts'
import type { DataTableProps } from './data-table-props.ts'
import messageStyles from './messages.module.css'
import './stuck.css'
import styles from './table.module.css'
import { TableBody } from './table-body.tsx'
import { TableHead } from './table-head.tsx'
import { CutNote } from './table-messages.tsx'
import { MoreRows, TablePager } from './table-pager.tsx'
import type { TableControls } from './use-data-table.ts'
import { LoadingLine } from '../../ui/loading-line.tsx'
import { useStableCallback } from '../use-stable-callback.ts'

interface FrameProps<Row extends object> {
  props: DataTableProps<Row>
  controls: TableControls<Row>
  captionId: string
}

const controlWidth = 40
const wordsWidth = 140

/** A width that grows with the text. */
const toRem = (width: number): string => `${width / 16}rem`

/** True while the content is wider than the element; such a box must be reachable by keyboard. */
function useOverflow(box: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => setOverflows(element.scrollWidth > element.clientWidth + 1)
    const watcher = new ResizeObserver(look)
    watcher.observe(element)
    for (const child of element.children) watcher.observe(child)
    return () => watcher.disconnect()
  }, [box])
  return overflows
}

function Widths<Row>({
  tableId,
  columns,
  lead,
  hasWords,
}: {
  tableId: string
  columns: readonly Column<Row>[]
  lead: number
  hasWords: boolean
}) {
  const own = usePreferences().tables[tableId]?.widths ?? {}
  return (
    <colgroup>
      {Array.from({ length: lead }, (_, index) => (
        <col key={index} style={{ width: toRem(controlWidth) }} />
      ))}
      {columns.map((column) => {
        const width = own[column.id] ?? (column.flex ? undefined : column.width)
        return <col key={column.id} style={{ width: width && toRem(width) }} />
      })}
      {hasWords && <col style={{ width: toRem(wordsWidth) }} />}
    </colgroup>
  )
}

/** The least width of a table, and for CSS (stuck.css) of its columns that stay in view while it scrolls. */
function useWidths<Row>(tableId: string, columns: readonly Column<Row>[], lead: number, words: number) {
  const own = usePreferences().tables[tableId]?.widths ?? {}
  const widthOf = (some: readonly Column<Row>[]): number =>
    some.reduce((sum, { id, width }) => sum + (own[id] ?? width), 0)
  const stuck = (side: 'start' | 'end'): number => widthOf(columns.filter((one) => one.stuck === side))
  return {
    minWidth: toRem(widthOf(columns) + lead * controlWidth + words),
    stuckWidths: {
      '--stuck-start': toRem(stuck('start')),
      '--stuck-end': toRem(stuck('end') + words),
    } as CSSProperties,
  }
}

function Foot<Row extends object>({ props, controls }: Pick<FrameProps<Row>, 'props' | 'controls'>) {
  const { more, rows, state, table } = props
  const onPage = useStableCallback(controls.turnTo)
  const onSize = useStableCallback(controls.setSize)
  if (!rows || controls.filtered.length === 0) return null
  if (more) return <MoreRows rows={rows.length} more={more} />
  if (controls.filtered.length <= (props.pagerAbove ?? 0)) return null
  return (
    <TablePager
      caption={table.caption}
      page={controls.pageNumber}
      size={state.size}
      sizes={table.sizes}
      rows={controls.filtered.length}
      onPage={onPage}
      onSize={onSize}
    />
  )
}

/**
 * Scrolls a focused cell fully into view: browsers do not scroll if part of it, or of a sticky cell over it, is
 * visible.
 */
function showWhole({ target, currentTarget }: FocusEvent) {
  const cell = currentTarget.contains(target) ? target.closest('th, td') : null
  if (cell === null || !target.matches(':focus-visible')) return
  const { left, right } = getComputedStyle(cell)
  // A sticky cell is visible anyway; one without room to stick has a negative offset.
  if (left !== '0px' && right !== '0px') target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The scrolling box with the table, and its footer. */
export function TableFrame<Row extends object>({ props, controls, captionId }: FrameProps<Row>) {
  const { table, loading, rows } = props
  const { region, onKeyDown, kept } = controls.focus
  const end = useRef<HTMLSpanElement>(null)
  const overflows = useOverflow(region)
  const { lead } = controls
  const hasWords = props.expandWords !== undefined
  const onSort = useStableCallback(controls.sortBy)
  const onResize = useStableCallback(controls.resize)
  const { minWidth, stuckWidths } = useWidths(table.id, controls.columns, lead, hasWords ? wordsWidth : 0)
  const reachable = overflows ? { role: 'region', tabIndex: 0, 'aria-labelledby': captionId } : {}
  return (
    <>
      <button type="button" className={styles.skip} onClick={() => end.current?.focus()}>
        Skip table
      </button>
      {loading && rows && <LoadingLine className={messageStyles.progress} />}
      <div
        role="presentation"
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          kept.onFocus(event)
          showWhole(event)
        }}
        onBlur={kept.onBlur}
      >
        <div
          ref={region}
          className={styles.region}
          data-overflows={overflows || undefined}
          style={stuckWidths}
          {...reachable}
        >
          <table className={styles.table} aria-busy={loading || undefined} style={{ minWidth }}>
            <caption id={captionId} className="sr-only">
              {table.caption}
            </caption>
            <Widths tableId={table.id} columns={controls.columns} lead={lead} hasWords={hasWords} />
            <TableHead
              columns={controls.columns}
              sort={controls.sort}
              onSort={onSort}
              onResize={onResize}
              expands={props.expand === undefined ? null : hasWords ? 'words' : 'arrow'}
              select={controls.marks?.head ?? null}
            />
            <TableBody props={props} controls={controls} />
          </table>
        </div>
      </div>
      <span ref={end} tabIndex={-1} className="sr-only">
        End of table
      </span>
      <Foot props={props} controls={controls} />
      {rows && <CutNote cut={props.cut ?? null} />}
    </>
  )
}
