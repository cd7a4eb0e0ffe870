import type { ReactNode } from 'react'
import type { Selected } from './selection.ts'
import type { TableBinding } from './use-table-state.ts'

export interface SearchProps<Row> {
  /** Label of the field, always visible. */
  label: string
  /** Local filter; `text` is trimmed, in lower case and without invisible characters. */
  matches: (row: Row, text: string) => boolean
  placeholder?: string
  /** The field also asks the server: a button, and Enter. */
  /** Asks the server; what answers true had nothing to ask, and Enter goes on to the rows. */
  submit?: { label: string; busy: boolean; onSubmit: (text: string) => boolean }
  autoFocus?: boolean
}

export interface SelectionProps {
  selected: Selected
  onChange: (next: Selected) => void
  /** What can be done with the selected rows. */
  actions?: ReactNode
  /** The bar of the selection stands also while nothing is selected: the first click moves no row. */
  stays?: boolean
}

/** The words of the button that unfolds a row; a constant of its module. */
export interface ExpandWords {
  show: string
  hide: string
}

/** A filter that is on, as a chip that can be taken away. */
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
  /** A load runs; with rows on the screen they stay as they are. */
  loading: boolean
  /** Sentence of the last failed load, or null. */
  error: string | null
  /** Number of the request that failed, to be copied; null or left out where there is none. */
  requestId?: string | null
  onRetry: () => void
  /** What an empty table says, word for word, and one way on. */
  empty: { text: string; next?: ReactNode }
  /** What the table says while no rows are known, in place of grey bars. */
  unanswered?: string
  /** Shown instead of a table before anything was asked for. */
  idle?: ReactNode
  /** Address a row opens; the whole row then is clickable and its row-header cell a link. */
  rowHref?: (row: Row) => string
  /** Names a row in labels of checkboxes and expanders. */
  rowName?: (row: Row) => string
  /** What Shift+C copies; the row's id when left out. */
  rowCopy?: (row: Row) => string
  /** Id of a row to point out. */
  highlight?: string | null
  search?: SearchProps<Row>
  /** Filter controls, beside the search. */
  filters?: ReactNode
  activeFilters?: readonly ActiveFilter[]
  /** Buttons at the right end: export and the like. */
  actions?: ReactNode
  /** Left out: no refresh button and no `r`. */
  onRefresh?: () => void
  /** Unfolds under its row. */
  expand?: (row: Row) => ReactNode
  /** Unfolds by a button with these words in a last column instead of an arrow in front; a click then selects the row. */
  expandWords?: ExpandWords
  selection?: SelectionProps
  /** Pages are offered only for more rows than this; always when left out. */
  pagerAbove?: number
  /** Server-paged: rows come in steps, there are no pages. */
  more?: MoreProps
}
