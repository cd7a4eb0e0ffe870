import { withoutInvisible } from '@agency-support/contract/rules/search'
import { type RefObject, useDeferredValue, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { announce } from '../messages/announce.tsx'
import { preferences, usePreferences } from '../preferences.ts'
import { useWhenReady } from '../use-when-ready.ts'
import type { Column, Sort, Table } from './column.ts'
import type { DataTableProps } from './data-table-props.ts'
import { sortRows } from './sort-rows.ts'
import { nextSort, pageCount, shownPage, type TableState } from './table-state.ts'
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
  /** The same object while the sort is the same. */
  sort: Sort | null
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

/** What the rows on screen are chosen by. */
interface Wanted {
  text: string
  sort: Sort | null
  page: number
  size: number
}

/** The same object until a part of it changes. */
function useWanted({ sort, page, size }: TableState, text: string): Wanted {
  const { id, desc = false } = sort ?? {}
  // The state is parsed from the address at every render, so its sort is a new object each time.
  const sameSort = useMemo(() => (id === undefined ? null : { id, desc }), [id, desc])
  return useMemo(() => ({ text, sort: sameSort, page, size }), [text, sameSort, page, size])
}

/**
 * A value whose rendering is deferred, so that a key press is answered first. `drawNow` renders it synchronously, for a
 * key that may follow before another frame is rendered.
 */
function useLater<Value extends object>(value: Value) {
  const deferred = useDeferredValue(value)
  const [atOnce, setAtOnce] = useState<object | null>(null)
  const drawn = atOnce === value ? value : deferred
  const drawNow = (): void => {
    if (drawn !== value) flushSync(() => setAtOnce(value))
  }
  return { drawn, drawNow }
}

/** The rows that match the search. */
function useFiltered<Row extends object>(
  { rows, search }: DataTableProps<Row>,
  text: string,
): readonly Row[] {
  const wanted = withoutInvisible(text).trim().toLowerCase()
  const matches = search?.matches
  return useMemo(() => {
    if (!rows) return noRows
    return matches && wanted !== '' ? rows.filter((row) => matches(row, wanted)) : rows
  }, [rows, matches, wanted])
}

/** The rows of a page, in order; `whole`: everything on one page. */
function usePage<Row>(
  table: Table<Row>,
  rows: readonly Row[],
  { sort, page, size }: Wanted,
  whole: boolean,
): readonly Row[] {
  const sorted = useMemo(() => sortRows(table.columns, rows, sort), [table, rows, sort])
  const first = (shownPage(page, rows.length, size) - 1) * size
  return useMemo(() => (whole ? sorted : sorted.slice(first, first + size)), [sorted, whole, first, size])
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
  const wanted = useWanted(state, text)
  const { drawn, drawNow } = useLater(wanted)
  const filtered = useFiltered(props, drawn.text)
  const page = usePage(table, filtered, drawn, more !== undefined)
  const pageNumber = more ? 1 : shownPage(state.page, filtered.length, state.size)
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
    sort: wanted.sort,
    span,
    lead,
    marks,
    focus,
    leaveSearch: useWhenReady(filtered.length > 0 || !props.loading, focus.toFirst),
    ...changes,
  }
}
