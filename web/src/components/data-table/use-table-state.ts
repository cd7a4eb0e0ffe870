import { preferences, usePreferences } from '../preferences.ts'
import type { Table } from './column.ts'
import {
  formatTableState,
  mergeSearch,
  parseTableState,
  type TableSearch,
  type TableState,
} from './table-state.ts'

/** How the address changes: typing replaces the history entry, everything else adds one. */
export type History = 'replace' | 'push'

export interface TableBinding<Row> {
  table: Table<Row>
  state: TableState
  onStateChange: (next: TableState, how: History) => void
}

/** Keeps a table's state in the address; spread the result into DataTable. `go` comes from the router. */
export function useTableState<Row>(
  table: Table<Row>,
  search: TableSearch,
  go: (search: TableSearch, how: History) => void,
): TableBinding<Row> {
  const remembered = usePreferences().tables[table.id]?.size
  const state = parseTableState(table, search, remembered)
  return {
    table,
    state,
    onStateChange: (next, how) => {
      if (next.size !== state.size) preferences.setTable(table.id, { size: next.size })
      go(mergeSearch(search, formatTableState(table, next, preferences.get().tables[table.id]?.size)), how)
    },
  }
}
