import { withoutInvisible } from '@agency-support/contract/rules/search'
import { type RefObject, useDeferredValue, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { announce } from '../announce.tsx'
import { preferences, usePreferences } from '../preferences.ts'
import { useWhenReady } from '../use-when-ready.ts'
import type { Column } from './column.ts'
import type { DataTableProps } from './data-table-props.ts'
import { sortRows } from './sort-rows.ts'
import { nextSort, pageCount, shownPage } from './table-state.ts'
import { useAddressText } from '../use-address-text.ts'
import { type SelectionModel, useSelection } from './use-selection.ts'
import { useTableFocus } from './use-table-focus.ts'

const noRows: readonly never[] = []

/** Everything the parts of a table need. */
export interface TableControls<Row> {
  text: string
  setText: (text: string) => void
  /** Empties the search field and focuses it. */
  clearSearch: () => void
  /** Rows that match the search. */
  filtered: readonly Row[]
  filteredIds: readonly string[]
  /** Rows of the current page, in order. */
  page: readonly Row[]
  pageNumber: number
  columns: readonly Column<Row>[]
  /** Number of columns including checkboxes and expanders. */
  span: number
  /** Number of leading columns for checkboxes and arrows. */
  lead: number
  marks: SelectionModel | null
  sortBy: (id: string) => void
  resize: (id: string, width: number) => void
  turnTo: (page: number) => void
  setSize: (size: number) => void
  toggleOpen: (id: string) => void
  focus: ReturnType<typeof useTableFocus>
  /** Focuses the first row that the search found; if it is still loading, once it is there. */
  leaveSearch: () => void
}

/**
 * A value whose rendering is deferred, so that a key press is answered first. `isLate`: it is not rendered yet;
 * `catchUp` renders it with the next update.
 */
function useLater<Value>(value: Value) {
  const deferred = useDeferredValue(value)
  const [atOnce, setAtOnce] = useState<{ value: Value } | null>(null)
  const drawn = atOnce?.value === value ? value : deferred
  return { drawn, isLate: drawn !== value, catchUp: () => setAtOnce({ value }) }
}

/** Synchronous: the next key may follow before another frame is rendered. */
function catchUp(laters: readonly Pick<ReturnType<typeof useLater>, 'isLate' | 'catchUp'>[]): void {
  if (laters.some(({ isLate }) => isLate))
    flushSync(() => {
      for (const later of laters) later.catchUp()
    })
}

/** The rows that match the search. */
function useFiltered<Row extends object>({ rows, search }: DataTableProps<Row>, text: string) {
  const later = useLater(text)
  const wanted = withoutInvisible(later.drawn).trim().toLowerCase()
  const matches = search?.matches
  const filtered = useMemo((): readonly Row[] => {
    if (!rows) return noRows
    return matches && wanted !== '' ? rows.filter((row) => matches(row, wanted)) : rows
  }, [rows, matches, wanted])
  return { filtered, laterText: later }
}

/** The rows of the current page, in order, and its number; `whole`: everything on one page. */
function usePage<Row extends object>(
  { table, state }: DataTableProps<Row>,
  rows: readonly Row[],
  whole: boolean,
) {
  const { id = null, desc = false } = state.sort ?? {}
  const { page, size } = state
  // The state is parsed from the address at every render, so the sort is a new object each time.
  const wanted = useMemo(() => ({ id, desc, page, size }), [id, desc, page, size])
  const later = useLater(wanted)
  const { drawn } = later
  const sorted = useMemo(
    () => sortRows(table.columns, rows, drawn.id === null ? null : { id: drawn.id, desc: drawn.desc }),
    [table, rows, drawn.id, drawn.desc],
  )
  const toNumber = (asked: { page: number; size: number }): number =>
    whole ? 1 : shownPage(asked.page, rows.length, asked.size)
  const first = (toNumber(drawn) - 1) * drawn.size
  const pageRows = useMemo(
    () => (whole ? sorted : sorted.slice(first, first + drawn.size)),
    [sorted, whole, first, drawn.size],
  )
  return { page: pageRows, pageNumber: toNumber(wanted), laterPage: later }
}

function useColumns<Row extends object>({ table }: DataTableProps<Row>): readonly Column<Row>[] {
  const hidden = usePreferences().tables[table.id]?.hidden
  return useMemo(
    () => table.columns.filter((column) => !column.hideable || !hidden?.includes(column.id)),
    [table, hidden],
  )
}

function useChanges<Row extends object>({ table, state, onStateChange }: DataTableProps<Row>) {
  return {
    sortBy: (id: string) => {
      const sort = nextSort(state.sort, id)
      const header = table.columns.find((column) => column.id === id)?.header ?? id
      announce(sort ? `Sorted by ${header}, ${sort.desc ? 'descending' : 'ascending'}` : 'Not sorted')
      onStateChange(() => ({ sort, page: 1 }), 'push')
    },
    resize: (id: string, width: number) => {
      const widths = preferences.get().tables[table.id]?.widths
      preferences.setTable(table.id, { widths: { ...widths, [id]: width } })
    },
    turnTo: (page: number) => onStateChange(() => ({ page }), 'push'),
    turnBy: (by: number, rows: number) =>
      onStateChange(
        ({ page, size }) => ({ page: shownPage(shownPage(page, rows, size) + by, rows, size) }),
        'push',
      ),
    setSize: (size: number) => onStateChange(() => ({ size, page: 1 }), 'push'),
    toggleOpen: (id: string) => onStateChange(({ open }) => ({ open: open === id ? null : id }), 'push'),
  }
}

/** Combines filter, sorting, pagination, selection and keyboard control of a table. */
export function useDataTable<Row extends object>(
  props: DataTableProps<Row>,
  searchField: RefObject<HTMLInputElement | null>,
): TableControls<Row> {
  const { table, state, onStateChange, rows, selection, more } = props
  const [text, setText] = useAddressText(state.q, (q) => onStateChange(() => ({ q, page: 1 }), 'replace'))
  const { filtered, laterText } = useFiltered(props, text)
  const { page, pageNumber, laterPage } = usePage(props, filtered, more !== undefined)
  const drawNow = (): void => catchUp([laterText, laterPage])
  const columns = useColumns(props)
  const pageIds = useMemo(() => page.map(table.rowId), [page, table])
  const filteredIds = useMemo(
    () => (selection ? filtered.map(table.rowId) : []),
    [filtered, table, selection],
  )
  const marks = useSelection(selection, pageIds, rows ? filteredIds : null)
  const changes = useChanges(props)
  const last = pageCount(filtered.length, state.size)
  const focus = useTableFocus({
    drawNow,
    select: marks?.toggle ?? null,
    expand: props.expand ? changes.toggleOpen : null,
    copy: (id) => {
      const row = page.find((one) => table.rowId(one) === id)
      return row && props.rowCopy ? props.rowCopy(row) : id
    },
    refresh: props.onRefresh ?? null,
    search: props.search ? searchField : null,
    turn: more
      ? null
      : (by) => {
          const next = pageNumber + by
          if (next >= 1 && next <= last) changes.turnBy(by, filtered.length)
        },
  })
  const lead = (marks ? 1 : 0) + (props.expand && !props.expandWords ? 1 : 0)
  const span = lead + columns.length + (props.expandWords ? 1 : 0)
  return {
    text,
    setText,
    clearSearch: () => {
      setText('')
      searchField.current?.focus()
    },
    filtered,
    filteredIds,
    page,
    pageNumber,
    columns,
    span,
    lead,
    marks,
    focus,
    leaveSearch: useWhenReady(filtered.length > 0 || !props.loading, focus.toFirst),
    ...changes,
  }
}
