import { expect, test } from 'vitest'
import { formatQuery, oneOf, parseQuery, searchSchema, text } from './address.ts'

const schema = searchSchema({ log: text, view: oneOf('6x', '5x') })

test('a screen gets what its address says of the parameters it reads, and nothing else', () => {
  expect(schema({ log: 'all', view: '5x', page: '2' })).toEqual({ log: 'all', view: '5x' })
})

test.each([{}, { view: '7x' }, { view: '' }, { view: 6, log: 7 }, { view: ['6x'], log: { a: 1 } }])(
  'of %o nothing is understood, and what the address holds is not taken instead',
  (given) => {
    // All keys are listed, even undefined ones: the router merges the result over the raw query.
    expect(Object.entries(schema(given))).toEqual([
      ['log', undefined],
      ['view', undefined],
    ])
  },
)

test('a query is read as text, and written without what is not set', () => {
  expect(parseQuery('?agency=00006938&q=a%20b')).toEqual({ agency: '00006938', q: 'a b' })
  expect(formatQuery({ agency: '00006938', page: 2, q: undefined })).toBe('?agency=00006938&page=2')
  expect(formatQuery({ q: undefined })).toBe('')
})
