import { expect, test } from 'vitest'
import { column } from './column.ts'
import { compareValues, sortRows, sortValue } from './sort-rows.ts'

test('order of values', () => {
  expect(['b', 'A', 'a10', 'a9'].sort(compareValues)).toEqual(['A', 'a9', 'a10', 'b'])
  expect([10, -5, 9, 0.25, -10, 0.5].sort(compareValues)).toEqual([-10, -5, 0.25, 0.5, 9, 10])
  expect([null, undefined, '', Number.NaN, 0, false].map(sortValue)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    0,
    0,
  ])
})

interface Named {
  id: number
  name: string | null
}

const col = column<Named>()
const columns = [col('id', { header: 'Id', width: 80 }), col('name', { header: 'Name', width: 80 })]
const rows: readonly Named[] = [
  { id: 1, name: 'b' },
  { id: 2, name: null },
  { id: 3, name: 'A' },
  { id: 4, name: '' },
  { id: 5, name: 'B' },
]
const order = (sort: { id: string; desc: boolean } | null) =>
  sortRows(columns, rows, sort)
    .map(({ id }) => id)
    .join('')

test('rows without a value stand last both ways, equal ones as they came', () => {
  expect(order({ id: 'name', desc: false })).toBe('31524')
  expect(order({ id: 'name', desc: true })).toBe('15324')
})

test('without a sort, or by a column that is not there, rows stay as they came', () => {
  expect(order(null)).toBe('12345')
  expect(order({ id: 'gone', desc: true })).toBe('12345')
})
