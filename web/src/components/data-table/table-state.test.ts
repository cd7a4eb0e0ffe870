import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatTableState,
  mergeSearch,
  nextSort,
  pageCount,
  parseTableState,
  rangeText,
  type StateShape,
  shownPage,
  type TableState,
} from './table-state.ts'

const shape: StateShape = {
  columns: [
    { id: 'agencyId', sortable: true },
    { id: 'name', sortable: true },
    { id: 'actions', sortable: false },
  ],
  sizes: [25, 50, 100],
  sort: { id: 'name', desc: false },
  filters: { status: ['3', '1', '8'], pool: null },
}

const start: TableState = {
  q: '',
  sort: { id: 'name', desc: false },
  page: 1,
  size: 25,
  filters: { status: '3', pool: '' },
  open: null,
}

test('an empty address is the default, and the default an empty address', () => {
  expect(parseTableState(shape, {})).toEqual(start)
  expect(formatTableState(shape, start)).toEqual({})
})

test('everything can stand in the address, as text or as numbers', () => {
  const state: TableState = {
    q: '00006938',
    sort: { id: 'agencyId', desc: true },
    page: 2,
    size: 50,
    filters: { status: '8', pool: 'west' },
    open: 'ABC',
  }
  const search = {
    q: '00006938',
    sort: '-agencyId',
    page: 2,
    size: 50,
    'f.status': '8',
    'f.pool': 'west',
    open: 'ABC',
  }
  expect(formatTableState(shape, state)).toEqual(search)
  expect(parseTableState(shape, search)).toEqual(state)
  expect(parseTableState(shape, { ...search, page: '2', size: '50', 'f.status': 8 })).toEqual(state)
})

test('an order that was taken away is remembered as none', () => {
  const unsorted = { ...start, sort: null }
  expect(formatTableState(shape, unsorted)).toEqual({ sort: 'none' })
  expect(parseTableState(shape, { sort: 'none' })).toEqual(unsorted)
})

test.each([
  { page: 0 },
  { page: -1 },
  { page: '1e3' },
  { page: 'two' },
  { page: 1.5 },
  { size: 33 },
  { size: '25; drop' },
  { sort: 'actions' },
  { sort: '-nowhere' },
  { sort: {} },
  { q: ['a'] },
  { 'f.status': '99' },
  { 'f.unknown': '1' },
  { open: '' },
])('%j is dropped without a word', (search) => {
  expect(parseTableState(shape, search)).toEqual(start)
})

test('the remembered size is the start, the address wins, a size that is gone does not count', () => {
  expect(parseTableState(shape, {}, 100).size).toBe(100)
  expect(parseTableState(shape, { size: 25 }, 100).size).toBe(25)
  expect(parseTableState(shape, {}, 10).size).toBe(25)
  expect(formatTableState(shape, { ...start, size: 100 }, 100)).toEqual({ size: 100 })
  expect(formatTableState(shape, start, 100)).toEqual({ size: 25 })
})

test('whatever stands in the address, reading and writing it again changes nothing more', () => {
  const search = fc.dictionary(
    fc.constantFrom('q', 'sort', 'page', 'size', 'open', 'f.status', 'f.pool', 'tab'),
    fc.anything(),
  )
  fc.assert(
    fc.property(search, fc.constantFrom(undefined, 25, 50, 7), (given, remembered) => {
      const once = parseTableState(shape, given, remembered)
      expect(parseTableState(shape, formatTableState(shape, once, remembered), remembered)).toEqual(once)
    }),
  )
})

test('parameters of the screen stay', () => {
  expect(mergeSearch({ tab: 'users', q: 'old', 'f.status': '1' }, { page: 2 })).toEqual({
    tab: 'users',
    page: 2,
  })
})

test('a header goes ascending, descending, unsorted', () => {
  const up = nextSort(null, 'name')
  const down = nextSort(up, 'name')
  expect([up, down, nextSort(down, 'name')]).toEqual([
    { id: 'name', desc: false },
    { id: 'name', desc: true },
    null,
  ])
  expect(nextSort(down, 'agencyId')).toEqual({ id: 'agencyId', desc: false })
})

describe('pages', () => {
  test.each([
    [0, 25, 1],
    [25, 25, 1],
    [26, 25, 2],
    [312, 25, 13],
  ])('%i rows at %i make %i', (rows, size, pages) => {
    expect(pageCount(rows, size)).toBe(pages)
  })

  test('a page past the end shows the last one', () => {
    expect([shownPage(99, 312, 25), shownPage(3, 312, 25), shownPage(2, 0, 25)]).toEqual([13, 3, 1])
  })

  test('range', () => {
    expect([
      rangeText(1, 25, 312),
      rangeText(13, 25, 312),
      rangeText(1, 25, 0),
      rangeText(2, 1000, 12_345),
    ]).toEqual(['1–25 of 312', '301–312 of 312', '0 of 0', '1,001–2,000 of 12,345'])
  })
})
