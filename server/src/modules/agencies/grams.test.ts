import { expect, test } from 'vitest'
import { toGrams, toNameGrams } from './grams.ts'
import { AgencySample } from './sample-store.ts'

const toSample = (names: readonly string[]): AgencySample =>
  new AgencySample(
    names.map((name_folded, agency_id) => ({ agency_id, name_folded })),
    100,
  )
/** All names have the end of "brokers", every tenth that of "xavier", and one is "quill". */
const sample = toSample(
  Array.from({ length: 2_000 }, (_, at) =>
    at === 7 ? 'quill brokers' : at % 10 === 0 ? 'xavier brokers' : 'b brokers',
  ),
)

test('a text is looked for by its rarest pieces that stand apart, at most three', () => {
  expect(toGrams('quill brokers', sample)).toHaveLength(3)
  expect(toGrams('ill brok', sample)).toEqual(['ill', 'l b', 'bro'])
  expect([toGrams('ke', sample), toGrams('ker', sample), toGrams('kers', sample)]).toEqual([
    ['ke'],
    ['ker'],
    ['ker', 'ers'],
  ])
})

test('a piece that takes the index longer than the names it may rule out is left out for names', () => {
  expect(toNameGrams('ill brok', sample)).toEqual(['ill', 'l b'])
  expect(toNameGrams('avier brok', sample)).toEqual(toGrams('avier brok', sample))
  // The first one is always used: without any, every name would be looked at.
  expect(toNameGrams('rokers', sample)).toContain(toGrams('rokers', sample)[0])
})
