import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  agencyMatches,
  agencyRank,
  bestFirst,
  foldText,
  hasWordBeginning,
  idDigits,
  textMatches,
  withoutInvisible,
} from './search.ts'

test.each([
  ['Ågård & Søn', 'agard & søn'],
  ['  José   Núñez ', 'jose nunez'],
  ['ＦＵＬＬ', 'full'],
  ['ﬁnance', 'finance'],
  ['smith\u200b', 'smith'],
  ['\u200fin\u00adsurance\ufeff', 'insurance'],
])('%s is compared as %s', (given, folded) => {
  expect(foldText(given)).toBe(folded)
})

test('what is plain already is folded as everything else', () => {
  const long = (text: string): string =>
    text
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}]/gu, '')
      .toLowerCase()
      .replace(/\s+/gu, ' ')
      .trim()
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('A', 'z', ' ', '\t', '~', '!', 'É') }))
  fc.assert(fc.property(text, (given) => foldText(given) === long(given)))
})

test('folding twice is folding once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => foldText(foldText(text)) === foldText(text)),
  )
})

test.each([
  ['6938', '6938'],
  ['6 938', '6938'],
  ['0000-6938', '00006938'],
  ['‎6938‬', '6938'],
  ['123456789', undefined],
  ['69a8', undefined],
  ['٦٩٣٨', undefined],
  ['', undefined],
])('"%s" read as an id gives %s', (text, digits) => {
  expect(idDigits(text)).toBe(digits)
})

test('[AGENCY-LIST-05] a row stays when its id, padded or not, or its name holds the text, in any case', () => {
  const smith = { agencyId: 6938, name: 'Smith Insurance' }
  for (const text of ['6938', '00006938', '6 938', '693', '69 3', '93-8', 'smith', 'SMITH INS', 'insur', ''])
    expect(agencyMatches(smith, text), text).toBe(true)
  for (const text of ['6938 smith', '00006938 Smith Insurance'])
    expect(agencyMatches(smith, text), text).toBe(true)
  for (const text of ['6939', 'smyth', '93812', 'smith 6938'])
    expect(agencyMatches(smith, text), text).toBe(false)
})

test('digits with blanks or hyphens are an id, not a piece of a name', () => {
  const route = { agencyId: 1, name: 'Route 169' }
  expect(agencyMatches(route, '169')).toBe(true)
  for (const text of ['1-69', '1 69']) expect(agencyMatches(route, text), text).toBe(false)
})

test('every agency is found by its own id and by every piece of its own name', () => {
  const agency = fc.record({
    agencyId: fc.integer({ min: 1, max: 99_999_999 }),
    name: fc.string({ maxLength: 30 }),
  })
  fc.assert(
    fc.property(agency, fc.nat(30), fc.nat(30), (one, from, length) => {
      expect(agencyMatches(one, String(one.agencyId))).toBe(true)
      expect(agencyMatches(one, one.name.slice(from, from + length).trim())).toBe(true)
    }),
  )
})

test.each([
  ['0069', [69, 'Nobody'], 0],
  ['0069 nob', [69, 'Nobody'], 0],
  ['69 body', [69, 'Nobody'], 4],
  ['69 nob', [70, 'Route 69 Nobody'], 3],
  ['69', [6938, 'Nobody'], 1],
  ['0000693', [6938, 'Nobody'], 1],
  ['69', [1, '69 Route'], 2],
  ['69', [1, 'Route 69'], 3],
  ['69', [1169, 'Agency 1169'], 4],
  ['smith  INSURANCE', [1, 'Smith Insurance'], 0],
  ['smith', [1, 'Smith Insurance'], 2],
  ['smith', [1, 'Blacksmith & Smith'], 3],
  ['smith', [1, 'Harris-Smith'], 3],
  ['smith', [1, 'Blacksmith Insurance'], 4],
  ['núñez', [1, "O'Nunez"], 3],
] as const)('%j is answered by %j with rank %i', (text, [agencyId, name], rank) => {
  expect(agencyRank({ agencyId, name }, text)).toBe(rank)
})

test('the best answer comes first, and equally good ones keep their order', () => {
  const agencies = ['Blacksmith', 'Smith B', 'Old Smith', 'Smith A', 'Smith'].map((name, at) => ({
    agencyId: at + 1,
    name,
  }))
  const names = bestFirst(agencies, 'smith').map(({ name }) => name)
  expect(names).toEqual(['Smith', 'Smith B', 'Smith A', 'Old Smith', 'Blacksmith'])
})

test('a word begins at the start of a text or behind what is neither letter nor digit', () => {
  const begins = (wanted: string): boolean => hasWordBeginning('smith-jones agency 24h', wanted)
  expect(['smith', 'jones', 'agency', '24h', 'smith-j'].map(begins)).toEqual([true, true, true, true, true])
  expect(['mith', 'ones', 'h', '4h', 'brown'].map(begins)).toEqual([false, false, false, false, false])
  // The first occurrence is inside a word, the second begins one.
  expect(hasWordBeginning('bart art', 'art')).toBe(true)
})

test('a row is found by what stands in it, whatever a chat added to the text or left out of a name', () => {
  const row = ['Acme\u200b Rating', 'José Núñez', '801-555-0142']
  for (const text of ['acme rating', 'ACME\u200b', 'nunez', 'Ñuñez\ufeff', '555-0142', ''])
    expect(textMatches(row, text), text).toBe(true)
  for (const text of ['acne', 'nunes', '5550142']) expect(textMatches(row, text), text).toBe(false)
  expect(withoutInvisible('\u200fañn@lake.example\u200b')).toBe('añn@lake.example')
})
