import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agencyMatches, foldText, idDigits } from './search.ts'

test.each([
  ['Ågård & Søn', 'agard & søn'],
  ['  José   Núñez ', 'jose nunez'],
  ['ＦＵＬＬ', 'full'],
  ['ﬁnance', 'finance'],
])('%s is compared as %s', (given, folded) => {
  expect(foldText(given)).toBe(folded)
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
  for (const text of ['6938', '00006938', '6 938', '693', 'smith', 'SMITH INS', 'insur', ''])
    expect(agencyMatches(smith, text), text).toBe(true)
  for (const text of ['6938 smith', '00006938 Smith Insurance'])
    expect(agencyMatches(smith, text), text).toBe(true)
  for (const text of ['6939', 'smyth', '93812', 'smith 6938'])
    expect(agencyMatches(smith, text), text).toBe(false)
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
