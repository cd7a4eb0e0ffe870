import { useDeferredValue, useId, useRef } from 'react'
import { ColumnsMenu } from './columns-menu.tsx'
import { useAnnounced } from '../messages/announce.tsx'
import { countText, spokenCount } from './count-text.ts'
import type { DataTableProps } from './data-table-props.ts'
import { SearchBox } from './search-box.tsx'
import styles from './table.module.css'
import { TableFrame } from './table-frame.tsx'
import { ErrorBanner } from './table-messages.tsx'
import { pageCount } from './table-state.ts'
import { BatchBar, TableToolbar } from './table-toolbar.tsx'
import { useDataTable } from './use-data-table.ts'

/**
 * A table with search, sorting, pagination, selection, expansion, keyboard control and all its states; see
 * DataTableProps.
 */
export function DataTable<Row extends object>(given: DataTableProps<Row>) {
  const props = useFirstRowsLater(given)
  const { table, rows, loading, error, search, selection, idle, more } = props
  const searchField = useRef<HTMLInputElement>(null)
  const controls = useDataTable(props, searchField)
  const captionId = useId()
  const count = countText(controls.filtered.length, rows?.length, props)
  const pages = more ? 1 : pageCount(controls.filtered.length, props.state.size)
  useAnnounced(spokenCount(table.caption, count, controls.pageNumber, pages))
  const isIdle = idle !== undefined && rows === undefined && !loading && error === null
  return (
    // Of several tables on a screen, the keys are for the one that had the focus last.
    <div role="presentation" className={styles.card} onFocus={controls.focus.preferKeys}>
      <TableToolbar
        search={
          search && (
            <SearchBox
              {...search}
              field={searchField}
              text={controls.text}
              onChange={controls.setText}
              onLeave={controls.leaveSearch}
            />
          )
        }
        filters={props.filters}
        activeFilters={props.activeFilters ?? []}
        count={count}
        actions={props.actions}
        columns={!isIdle && <ColumnsMenu table={table} />}
        loading={loading && rows !== undefined}
        onRefresh={props.onRefresh ?? null}
      />
      {selection && <BatchBar selection={selection} filtered={controls.filteredIds} />}
      {isIdle ? (
        <div className={styles.idle}>
          <span id={captionId} className="sr-only">
            {table.caption}
          </span>
          {idle}
        </div>
      ) : (
        <TableFrame props={props} controls={controls} captionId={captionId} />
      )}
      {error !== null && rows && (
        <ErrorBanner text={error} requestId={props.requestId ?? null} onRetry={props.onRetry} />
      )}
    </div>
  )
}

/**
 * The first rows of a table whose search is focused are drawn piece by piece, so that keys typed ahead are answered;
 * until then they are loading. Not of others: what stands below would move with them.
 */
function useFirstRowsLater<Row extends object>(props: DataTableProps<Row>): DataTableProps<Row> {
  const hasRows = props.rows !== undefined
  const isDrawn = useDeferredValue(hasRows)
  const isLater = props.search?.autoFocus === true && hasRows && !isDrawn
  return isLater ? { ...props, rows: undefined, loading: true } : props
}
