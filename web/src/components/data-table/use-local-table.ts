import { useState } from 'react'
import type { Table } from './column.ts'
import type { TableSearch } from './table-state.ts'
import { type TableBinding, useTableState } from './use-table-state.ts'

/** State of a table that shares its screen with others, and so is not kept in the address. */
export function useLocalTable<Row>(table: Table<Row>): TableBinding<Row> {
  const [search, setSearch] = useState<TableSearch>({})
  return useTableState(table, search, setSearch)
}
