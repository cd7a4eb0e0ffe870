import { rootRouteId, useNavigate, useSearch } from '@tanstack/react-router'
import type { Table } from './column.ts'
import { type TableBinding, useTableState } from './use-table-state.ts'

/** A table whose state is kept in the address of its screen; spread the result into DataTable. */
export function useAddressTable<Row>(table: Table<Row>): TableBinding<Row> {
  const search = useSearch({ from: rootRouteId })
  const go = useNavigate()
  return useTableState(
    table,
    search,
    (next, how) => void go({ to: '.', search: next, replace: how === 'replace' }),
  )
}
