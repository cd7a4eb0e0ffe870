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
  /** Takes what a change gives other values; it is given the state asked for last, which may not be shown yet. */
  onStateChange: (change: (state: TableState) => Partial<TableState>, how: History) => void
}

/** Keeps a table's state in the address; spread the result into DataTable. `go` comes from the router. */
export function useTableState<Row>(
  table: Table<Row>,
  search: TableSearch,
  go: (next: (search: TableSearch) => TableSearch, how: History) => void,
): TableBinding<Row> {
  const remembered = usePreferences().tables[table.id]?.size
  const state = parseTableState(table, search, remembered)
  return {
    table,
    state,
    onStateChange: (change, how) => {
      const { size } = change(state)
      if (size !== undefined) preferences.setTable(table.id, { size })
      go((before) => {
        const latest = parseTableState(table, before, remembered)
        const next = { ...latest, ...change(latest) }
        return mergeSearch(before, formatTableState(table, next, preferences.get().tables[table.id]?.size))
      }, how)
    },
  }
}

/** Sets filters of a table, which then shows its first page. */
export function setFilters(
  { onStateChange }: Pick<TableBinding<never>, 'onStateChange'>,
  changed: Readonly<Record<string, string>>,
): void {
  onStateChange(({ filters }) => ({ filters: { ...filters, ...changed }, page: 1 }), 'push')
}
