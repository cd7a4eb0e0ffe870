import type { ReactNode } from 'react'

/** What a column sorts by, and shows if it has no `cell`. */
export type CellValue = string | number | boolean | null | undefined

/** Minimum column width in px. */
export const minColumnWidth = 56

/** Wraps the content that opens the row in the row's link; returns it unchanged if the row has none. */
export type RowLink = (content: ReactNode) => ReactNode

export interface Column<Row> {
  id: string
  header: string
  /** Stands beside the header: a warning about the column. */
  mark?: ReactNode
  /** Width in px at default density; the minimum width of the flexible column. */
  width: number
  /** Takes the remaining width; one column per table. */
  flex: boolean
  /** Numbers and dates are aligned at the end, with tabular digits. */
  align: 'start' | 'end'
  /** Tabular digits aligned at the start: ids. */
  figures: boolean
  /** The cell that names its row. */
  rowHeader: boolean
  /** The side at which it stays while the table scrolls horizontally: row headers at the start, buttons at the end. */
  stuck: 'start' | 'end' | undefined
  /** For local times: their zone, added to the header of the first such column. */
  zone?: ReactNode
  sortable: boolean
  hideable: boolean
  value: (row: Row) => CellValue
  cell: ((row: Row, link: RowLink) => ReactNode) | null
}

export interface ColumnOptions<Row> {
  header: string
  mark?: ReactNode
  width: number
  flex?: boolean
  align?: 'start' | 'end'
  figures?: boolean
  rowHeader?: boolean
  stuck?: 'start' | 'end'
  zone?: ReactNode
  sortable?: boolean
  hideable?: boolean
  cell?: (row: Row, link: RowLink) => ReactNode
  /** What it sorts by, and shows without `cell`; optional if `id` names a plain field. */
  value?: (row: Row) => CellValue
}

type PlainKey<Row> = { [Key in keyof Row & string]: Row[Key] extends CellValue ? Key : never }[keyof Row &
  string]
type Valued<Row, Id> =
  Id extends PlainKey<Row> ? { value?: (row: Row) => CellValue } : { value: (row: Row) => CellValue }

/**
 * Makes columns for one kind of row: `const col = column<Agency>(); col('name', { header: 'Agency Name', width: 420
 * })`. An id that is not a plain field needs `value`. Columns are module constants, never created during rendering.
 */
export function column<Row extends object>() {
  return <Id extends string>(id: Id, options: ColumnOptions<Row> & Valued<Row, Id>): Column<Row> => ({
    flex: false,
    align: 'start',
    figures: options.align === 'end',
    rowHeader: false,
    stuck: options.rowHeader ? 'start' : undefined,
    sortable: true,
    hideable: options.rowHeader !== true,
    // Valued<Row, Id> allows a missing `value` only for plain fields.
    value: (row) => (row as Record<string, CellValue>)[id],
    cell: null,
    ...(options as ColumnOptions<Row>),
    id,
  })
}

export interface Sort {
  id: string
  desc: boolean
}

/** The static description of a table; a module constant. */
export interface Table<Row> {
  /** Key under which page sizes, widths and hidden columns are stored. */
  id: string
  /** Read to screen readers: ‘Agencies’. */
  caption: string
  columns: readonly Column<Row>[]
  /** Rows per page; the first is the default. A single size shows no menu. */
  sizes: readonly [number, ...number[]]
  /** Initial order; null: as delivered. */
  sort: Sort | null
  /** Allowed values of each filter (`?f.status=3`); the first is the default. Null: any text, empty by default. */
  filters: Readonly<Record<string, readonly [string, ...string[]] | null>>
  rowId: (row: Row) => string
}

/** A table with its defaults filled in. */
export function defineTable<Row extends object>(
  table: Pick<Table<Row>, 'id' | 'caption' | 'columns' | 'sizes' | 'rowId'> & Partial<Table<Row>>,
): Table<Row> {
  return { sort: null, filters: {}, ...table }
}
