import {
  type ColumnDef,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Table } from './column.ts'
import { compareValues, sortValue } from './compare.ts'
import { shownPage, type TableState } from './table-state.ts'

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})

type Features = typeof features

function definitions<Row extends object>(table: Table<Row>): ColumnDef<Features, Row>[] {
  return table.columns.map((column) => ({
    id: column.id,
    accessorFn: (row: Row) => sortValue(column.value(row)),
    sortUndefined: 'last' as const,
    sortFn: (one, other, id) => {
      const [a, b] = [one.getValue<string | number>(id), other.getValue<string | number>(id)]
      return compareValues(a, b)
    },
  }))
}

export interface TableModel<Row> {
  /** Rows of the page, in order. */
  page: readonly Row[]
  /** The page that is shown, from 1. */
  pageNumber: number
}

/** Sorts and cuts rows by a state; `whole`: everything on one page. */
export function useTableModel<Row extends object>(
  table: Table<Row>,
  rows: readonly Row[],
  state: TableState,
  whole: boolean,
): TableModel<Row> {
  const columns = useMemo(() => definitions(table), [table])
  const data = useMemo(() => [...rows], [rows])
  const pageNumber = whole ? 1 : shownPage(state.page, rows.length, state.size)
  // The state is read from the address anew each time; the table wants the same array while nothing changes.
  const { id = null, desc = false } = state.sort ?? {}
  const sorting = useMemo(() => (id === null ? [] : [{ id, desc }]), [id, desc])
  const pagination = useMemo(
    () => ({ pageIndex: pageNumber - 1, pageSize: whole ? Math.max(1, rows.length) : state.size }),
    [pageNumber, whole, rows.length, state.size],
  )
  const model = useTable({
    features,
    columns,
    data,
    getRowId: table.rowId,
    autoResetPageIndex: false,
    state: { sorting, pagination },
  })
  return { page: model.getRowModel().rows.map((row) => row.original), pageNumber }
}
