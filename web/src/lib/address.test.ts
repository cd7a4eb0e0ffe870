import { expect, test } from 'vitest'
import { oneOf, searchSchema, text } from './address.ts'

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
