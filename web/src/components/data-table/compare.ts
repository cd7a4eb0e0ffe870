import type { CellValue } from './column.ts'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The value to sort by; undefined for nothing, which stands last whichever way it is sorted. */
export function sortValue(value: CellValue): string | number | undefined {
  if (value === null || value === undefined || value === '' || Number.isNaN(value)) return undefined
  return typeof value === 'boolean' ? Number(value) : value
}

/** Numbers by size, text as people sort it: case apart, 9 before 10. */
export function compareValues(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : collator.compare(String(one), String(other))
}
