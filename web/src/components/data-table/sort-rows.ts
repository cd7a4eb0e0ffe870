import { compareText } from '@agency-support/contract/rules/text-order'
import type { CellValue, Sort, Table } from './column.ts'

/** The value to sort by; undefined if empty, which sorts last in both directions. */
export function sortValue(value: CellValue): string | number | undefined {
  if (value === null || value === undefined || value === '' || Number.isNaN(value)) return undefined
  return typeof value === 'boolean' ? Number(value) : value
}

/** Numbers by size, text in natural order: ignoring case, 9 before 10. */
export function compareValues(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return compareText(String(one), String(other))
}

/** Rows sorted by a column; stable. */
export function sortRows<Row>(
  columns: Table<Row>['columns'],
  rows: readonly Row[],
  sort: Sort | null,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.id)
  if (sort === null || column === undefined) return rows
  const sign = sort.desc ? -1 : 1
  return rows
    .map((row) => ({ row, value: sortValue(column.value(row)) }))
    .sort((one, other) => {
      if (one.value === undefined || other.value === undefined)
        return Number(one.value === undefined) - Number(other.value === undefined)
      return sign * compareValues(one.value, other.value)
    })
    .map(({ row }) => row)
}
