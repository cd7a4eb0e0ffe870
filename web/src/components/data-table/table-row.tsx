import { ChevronRight } from 'lucide-react'
import { type MouseEvent, memo, type ReactNode, type SyntheticEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Link, usePrefetch } from '../link.tsx'
import type { CellValue, Column, RowLink } from './column.ts'
import type { ExpandWords } from './data-table-props.ts'
import styles from './table.module.css'

export interface TableRowProps<Row> {
  row: Row
  id: string
  name: string
  columns: readonly Column<Row>[]
  href: string | null
  highlighted: boolean
  selectable: boolean
  selected: boolean
  /** Whether the row can expand; the expanded content is rendered separately, so that it can change without the row. */
  unfolds: boolean
  /** Labels of the expand button; null for an arrow. */
  expandWords: ExpandWords | null
  open: boolean
  onNavigate: (href: string) => void
  onSelect: (id: string, range: boolean) => void
  onToggle: (id: string) => void
}

const interactive =
  'a, button, input, select, textarea, label, [role="combobox"], [role="listbox"], [role="switch"]'

function isPlainClick(event: MouseEvent): boolean {
  const isOnControl = event.target instanceof Element && event.target.closest(interactive) !== null
  return !isOnControl && !event.defaultPrevented && (getSelection()?.isCollapsed ?? true)
}

/** Text beyond the last line of a cell, or beyond its side, is shown as its title. */
function showCutText({ target }: SyntheticEvent): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>(`.${styles.clamp}`) : null
  if (cell === null) return
  const isCut = cell.scrollHeight > cell.clientHeight + 1 || cell.scrollWidth > cell.clientWidth + 1
  if (isCut) cell.title = cell.innerText
  else cell.removeAttribute('title')
}

/** What a cell shows; an empty one tells a screen reader, which would otherwise pass over it. */
function orNone(content: ReactNode): ReactNode {
  const isEmpty = content === null || content === undefined || content === false || content === ''
  return isEmpty ? <span className="sr-only">none</span> : content
}

const plainContent = (value: CellValue): ReactNode =>
  orNone(typeof value === 'boolean' ? String(value) : value)

function Cell<Row>({ column, row, link }: { column: Column<Row>; row: Row; link: RowLink }) {
  const content = column.cell
    ? orNone(column.cell(row, link))
    : column.rowHeader
      ? link(plainContent(column.value(row)))
      : plainContent(column.value(row))
  const look = {
    'data-align': column.align === 'end' ? 'end' : undefined,
    'data-figures': column.figures || undefined,
    'data-stuck': column.stuck,
  }
  const inner = <div className={styles.clamp}>{content}</div>
  return column.rowHeader ? (
    <th scope="row" {...look}>
      {inner}
    </th>
  ) : (
    <td {...look}>{inner}</td>
  )
}

function LeadCells<Row>(props: TableRowProps<Row>) {
  const { id, name, href, open, selectable, selected } = props
  const unfolds = props.unfolds && props.expandWords === null
  return (
    <>
      {selectable && (
        <td className={styles.control}>
          <Checkbox
            label={`Select ${name}`}
            checked={selected}
            data-row-focus={href === null && !unfolds ? '' : undefined}
            onClick={(event) => props.onSelect(id, event.shiftKey)}
            onChange={() => undefined}
          />
        </td>
      )}
      {unfolds && (
        <td className={styles.control}>
          <button
            type="button"
            className={styles.expander}
            aria-expanded={open}
            aria-label={`Details of ${name}`}
            data-row-focus={href === null ? '' : undefined}
            onClick={() => props.onToggle(id)}
          >
            <ChevronRight aria-hidden="true" />
          </button>
        </td>
      )}
    </>
  )
}

function LastCell({
  words,
  name,
  open,
  onClick,
}: {
  words: ExpandWords
  name: string
  open: boolean
  onClick: () => void
}) {
  return (
    <td data-stuck="end">
      <Button variant="quiet" aria-expanded={open} onClick={onClick}>
        {open ? words.hide : words.show}
        <span className="sr-only"> of {name}</span>
      </Button>
    </td>
  )
}

function TableRowInner<Row>(props: TableRowProps<Row>) {
  const { row, id, name, columns, href, unfolds, expandWords, selectable, selected } = props
  const { onEnter, onLeave } = usePrefetch(href)
  const link: RowLink = (inner) =>
    href === null ? (
      inner
    ) : (
      <Link href={href} className={styles.link} data-row-focus>
        {inner}
      </Link>
    )

  function onClick(event: MouseEvent<HTMLTableRowElement>) {
    if (!isPlainClick(event)) return
    if (href === null && expandWords !== null && selectable) return props.onSelect(id, event.shiftKey)
    if (href === null) return unfolds ? props.onToggle(id) : undefined
    if (event.ctrlKey || event.metaKey) window.open(href, '_blank', 'noopener')
    else props.onNavigate(href)
  }
  function onAuxClick(event: MouseEvent<HTMLTableRowElement>) {
    if (event.button === 1 && href !== null && isPlainClick(event)) window.open(href, '_blank', 'noopener')
  }

  return (
    // Mouse shortcut for the row's link or expander; keyboard users have those.
    <tr
      data-row={id}
      data-selected={selected || undefined}
      data-highlight={props.highlighted || undefined}
      data-clickable={href !== null || unfolds || undefined}
      onMouseEnter={onEnter}
      onMouseLeave={onLeave}
      onMouseOver={showCutText}
      onFocus={showCutText}
      onClick={onClick}
      onAuxClick={onAuxClick}
    >
      <LeadCells {...props} />
      {columns.map((column) => (
        <Cell key={column.id} column={column} row={row} link={link} />
      ))}
      {unfolds && expandWords !== null && (
        <LastCell words={expandWords} name={name} open={props.open} onClick={() => props.onToggle(id)} />
      )}
    </tr>
  )
}

/** One row; memoised. */
export const TableRow = memo(TableRowInner) as typeof TableRowInner
