import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReadDb } from '../../db/open.ts'
import { AgencySample, currentSample, toGrams, toNameGrams } from './sample-store.ts'

const weight = 7
const sampleOf = (names: readonly string[]): AgencySample =>
  new AgencySample(
    names.map((name_folded, at) => ({ agency_id: at + 1, name_folded })),
    weight,
  )

test('fewer than a hundred hits are counted to the last', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '6', '😀'), maxLength: 6 })
  const names = fc.array(
    piece.filter((name) => name !== ''),
    { maxLength: 99 },
  )
  fc.assert(
    fc.property(names, piece, fc.nat(), (made, text, from) => {
      const held = (made[from % Math.max(1, made.length)] ?? '').slice(from % 3)
      const sample = sampleOf(made)
      for (const wanted of [text, held])
        if (wanted !== '')
          expect(sample.countNames(wanted)).toBe(weight * made.filter((name) => name.includes(wanted)).length)
    }),
  )
})

test('names that begin with a text are told apart from those that only contain it', () => {
  const name = fc.constantFrom('lee', 'lees', 'ashlee', 'le', 'flee lee')
  const names = fc.array(name, { maxLength: 40 })
  fc.assert(
    fc.property(names, name, fc.nat(40), (made, text, than) => {
      const hits = made.filter((one) => one.startsWith(text)).length
      expect(sampleOf(made).hasMoreBeginning(text, weight * than)).toBe(hits > than)
    }),
  )
})

test('of more hits the first hundred tell how close they stand', () => {
  const names = Array.from({ length: 1_000 }, (_, at) => (at % 2 === 0 ? 'smith' : 'jones'))
  const sample = sampleOf(names)
  expect(sample.countNames('smith')).toBeGreaterThan(0.95 * weight * 500)
  expect(sample.countNames('smith')).toBeLessThan(1.05 * weight * 500)
  expect(sample.total).toBe(weight * 1_000)
})

test('pairs of words with a text are estimated by those found once, and names that have it later by their number', () => {
  const sample = sampleOf(['ana lee', 'bora lee agency', 'cora & ana lee', 'ana lex'])
  expect(sample.countTerms('a le')).toEqual({ terms: 2 * weight, later: weight })
  expect(sample.countTerms('a & a')).toEqual({ terms: weight, later: 0 })
  expect(sample.countTerms('zz')).toEqual({ terms: 0, later: 0 })
  const many = sampleOf(
    Array.from({ length: 1_000 }, (_, at) => (at % 2 === 0 ? `${at}a lee` : 'the ana lee')),
  )
  const { terms, later } = many.countTerms('a lee')
  expect([terms / weight / 500, later / weight / 500].map(Math.round)).toEqual([1, 1])
})

test('a sample that could not be taken is taken by the next search, and one that was serves those that follow', async () => {
  let isAway = true
  let asked = 0
  const ask = (): Promise<unknown[]> => {
    asked += 1
    return isAway ? Promise.reject(new Error('away')) : Promise.resolve([])
  }
  const db = { ask } as unknown as ReadDb
  await expect(currentSample(db)).rejects.toThrow('away')
  isAway = false
  const sample = await currentSample(db)
  const before = asked
  expect(await currentSample(db)).toBe(sample)
  expect(asked).toBe(before)
})

/** All names have the end of "brokers", every tenth that of "xavier", and one is "quill". */
const alike = sampleOf(
  Array.from({ length: 2_000 }, (_, at) =>
    at === 7 ? 'quill brokers' : at % 10 === 0 ? 'xavier brokers' : 'b brokers',
  ),
)

test('a text is looked for by its rarest pieces that stand apart, at most three', () => {
  expect(toGrams('quill brokers', alike)).toHaveLength(3)
  expect(toGrams('ill brok', alike)).toEqual(['ill', 'l b', 'bro'])
  expect([toGrams('ke', alike), toGrams('ker', alike), toGrams('kers', alike)]).toEqual([
    ['ke'],
    ['ker'],
    ['ker', 'ers'],
  ])
})

test('a piece that takes the index longer than the names it may rule out is left out for names', () => {
  expect(toNameGrams('ill brok', alike)).toEqual(['ill', 'l b'])
  expect(toNameGrams('avier brok', alike)).toEqual(toGrams('avier brok', alike))
  // The first one is always used: without any, every name would be looked at.
  expect(toNameGrams('rokers', alike)).toContain(toGrams('rokers', alike)[0])
})
