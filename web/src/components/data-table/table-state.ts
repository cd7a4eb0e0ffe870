import { formatNumber } from '../../lib/format/format.ts'
import type { Sort, Table } from './column.ts'

/** The state of a table, all of it in the address. */
export interface TableState {
  /** Text of the search field. */
  q: string
  sort: Sort | null
  /** From 1. */
  page: number
  /** Rows per page. */
  size: number
  /** Value of every filter of the table. */
  filters: Readonly<Record<string, string>>
  /** Id of the expanded row. */
  open: string | null
}

/** The parts of a table definition that its state depends on. */
export type StateShape = Pick<Table<never>, 'sizes' | 'sort' | 'filters'> & {
  columns: readonly { id: string; sortable: boolean }[]
}

/** A table's parameters in the query of its screen; parseTableState validates them. */
export type TableSearch = {
  q?: string | undefined
  sort?: string | undefined
  page?: string | number | undefined
  size?: string | number | undefined
  open?: string | undefined
  [filter: `f.${string}`]: string | undefined
}

const ownKeys = ['q', 'sort', 'page', 'size', 'open']
const maxText = 200

function text(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

function wholeNumber(value: unknown): number | null {
  const found = text(value)
  return /^[1-9]\d{0,6}$/.test(found) ? Number(found) : null
}

/** Parses `name` or `-name`; null if it names no sortable column. */
function parseSort(value: string, shape: StateShape): Sort | null {
  const desc = value.startsWith('-')
  const id = desc ? value.slice(1) : value
  return shape.columns.some((column) => column.id === id && column.sortable) ? { id, desc } : null
}

function formatSort(sort: Sort | null): string {
  return sort === null ? 'none' : `${sort.desc ? '-' : ''}${sort.id}`
}

/** The initial page size: the remembered one if the menu still offers it, otherwise the specified one. */
function startSize(shape: StateShape, remembered: number | undefined): number {
  return remembered !== undefined && shape.sizes.includes(remembered) ? remembered : shape.sizes[0]
}

/** State from the address; missing values take their default, invalid ones are silently dropped. */
export function parseTableState(
  shape: StateShape,
  search: Readonly<Record<string, unknown>>,
  remembered?: number,
): TableState {
  const size = wholeNumber(search['size'])
  const sort = text(search['sort'])
  const filters = Object.entries(shape.filters).map(([name, allowed]) => {
    const given = text(search[`f.${name}`])
    return [name, allowed === null || allowed.includes(given) ? given.slice(0, maxText) : allowed[0]]
  })
  return {
    q: text(search['q']).slice(0, maxText),
    sort: sort === 'none' ? null : (parseSort(sort, shape) ?? shape.sort),
    page: wholeNumber(search['page']) ?? 1,
    size: size !== null && shape.sizes.includes(size) ? size : startSize(shape, remembered),
    filters: Object.fromEntries(filters),
    open: text(search['open']).slice(0, maxText) || null,
  }
}

/** Query parameters of a state; defaults are omitted, except a size that is the default only in this browser. */
export function formatTableState(shape: StateShape, state: TableState, remembered?: number): TableSearch {
  const filters = Object.entries(shape.filters)
    .map(([name, allowed]) => ({
      key: `f.${name}`,
      value: state.filters[name] ?? '',
      start: allowed?.[0] ?? '',
    }))
    .filter(({ value, start }) => value !== start)
  return {
    ...(state.q === '' ? {} : { q: state.q }),
    ...(formatSort(state.sort) === formatSort(shape.sort) ? {} : { sort: formatSort(state.sort) }),
    ...(state.page === 1 ? {} : { page: state.page }),
    ...(state.size === shape.sizes[0] && state.size === startSize(shape, remembered)
      ? {}
      : { size: state.size }),
    ...Object.fromEntries(filters.map(({ key, value }) => [key, value])),
    ...(state.open === null ? {} : { open: state.open }),
  }
}

/** The address's parameters with the table's own replaced and all others kept. */
export function mergeSearch(search: Readonly<Record<string, unknown>>, own: TableSearch): TableSearch {
  const others = Object.entries(search).filter(([key]) => !ownKeys.includes(key) && !key.startsWith('f.'))
  return { ...Object.fromEntries(others), ...own }
}

/** Ascending, descending, unsorted, and again. */
export function nextSort(current: Sort | null, id: string): Sort | null {
  if (current?.id !== id) return { id, desc: false }
  return current.desc ? null : { id, desc: true }
}

/** Number of pages, at least 1. */
export function pageCount(rows: number, size: number): number {
  return Math.max(1, Math.ceil(rows / size))
}

/** The page shown if the address names one past the end. */
export function shownPage(page: number, rows: number, size: number): number {
  return Math.min(Math.max(1, page), pageCount(rows, size))
}

/** `1–25 of 312`. */
export function rangeText(page: number, size: number, rows: number): string {
  if (rows === 0) return '0 of 0'
  const from = (page - 1) * size + 1
  const [first, last, all] = [from, Math.min(rows, page * size), rows].map(formatNumber)
  return `${first}–${last} of ${all}`
}
