import type { ReactNode } from 'react'
import type { Selected } from './selection.ts'
import type { TableBinding } from './use-table-state.ts'

export interface SearchProps<Row> {
  /** Label of the field, always visible. */
  label: string
  /** Local filter; `text` is trimmed, lower case and without invisible characters. */
  matches: (row: Row, text: string) => boolean
  placeholder?: string
  /**
   * The field also queries the server, by a button and by Enter. `onSubmit` returns true if there was nothing to ask, and
   * Enter then moves to the rows.
   */
  submit?: { label: string; busy: boolean; onSubmit: (text: string) => boolean }
  autoFocus?: boolean
}

export interface SelectionProps {
  selected: Selected
  onChange: (next: Selected) => void
  /** Actions on the selected rows. */
  actions?: ReactNode
  /** Shows the selection bar even while nothing is selected, so that the first click moves no row. */
  stays?: boolean
}

/** Labels of the button that expands a row; a module constant. */
export interface ExpandWords {
  show: string
  hide: string
}

/** An active filter, shown as a removable chip. */
export interface ActiveFilter {
  label: string
  onRemove: () => void
}

export interface MoreProps {
  hasMore: boolean
  loading: boolean
  loadMore: () => void
}

export interface DataTableProps<Row extends object> extends TableBinding<Row> {
  /** Undefined until the first answer; keep the array's identity while nothing changes. */
  rows: readonly Row[] | undefined
  /** A load is in flight; rows already on screen stay. */
  loading: boolean
  /** Sentence for the last failed load, or null. */
  error: string | null
  /** Id of the failed request, to be copied; null or omitted if there is none. */
  requestId?: string | null
  /** When the last load failed: a failure stays while it is loaded again unasked. Omitted: only while tried again. */
  failedAt?: number
  onRetry: () => void
  /** The specified text of an empty table, and one next step. */
  empty: { text: ReactNode; next?: ReactNode }
  /** Shown while no rows are known, instead of grey bars. */
  unanswered?: string
  /** Shown instead of a table before anything was requested. */
  idle?: ReactNode
  /** Address that a row opens; the whole row is then clickable and its row-header cell a link. */
  rowHref?: (row: Row) => string
  /** Names a row in labels of checkboxes and expanders. */
  rowName?: (row: Row) => string
  /** What Shift+C copies; the row's id if omitted. */
  rowCopy?: (row: Row) => string
  /** Id of a row to highlight. */
  highlight?: string | null
  search?: SearchProps<Row>
  /** Filter controls, next to the search. */
  filters?: ReactNode
  activeFilters?: readonly ActiveFilter[]
  /** Buttons at the right end: export and the like. */
  actions?: ReactNode
  /** Omitted: no refresh button and no `r`. */
  onRefresh?: (() => void) | undefined
  /** Content expanded below its row. */
  expand?: (row: Row) => ReactNode
  /**
   * Expands with a labelled button in a last column instead of an arrow in front; a click on the row then selects it.
   */
  expandWords?: ExpandWords
  selection?: SelectionProps
  /** Pagination appears only above this many rows; always if omitted. */
  pagerAbove?: number
  /** Server-paged: rows are loaded in steps, without pages. */
  more?: MoreProps
  /** What to say of rows beyond those that were loaded; null or omitted: these are all. */
  cut?: string | null
}
