import { expect, test } from 'vitest'
import { selectOnly } from './only.ts'

const names = ['pages', 'table', 'page size']

test('without a name everything is measured, with one what contains it', () => {
  expect(selectOnly(names, undefined)).toEqual(names)
  expect(selectOnly(names, 'page')).toEqual(['pages', 'page size'])
  const cases = names.map((name) => ({ name }))
  expect(selectOnly(cases, 'table', ({ name }) => name)).toEqual([{ name: 'table' }])
})

test('a name that nothing has is an error that lists all names', () => {
  expect(() => selectOnly(names, 'tables')).toThrow(
    'Nothing to measure is called "tables". Names: pages, table, page size.',
  )
})
