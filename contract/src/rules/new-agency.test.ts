import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NewAgency } from '../modules/agencies.ts'
import { whyNotName, whyNotNumber } from './new-agency.ts'

/** The sentence of the server's schema for a field; undefined if the value is accepted. */
function refusal(field: keyof typeof NewAgency.shape, value: unknown): string | undefined {
  const result = NewAgency.shape[field].safeParse(value)
  return result.success ? undefined : (result.error.issues[0]?.message ?? '')
}

test('the form and the server refuse the same numbers in the same words', () => {
  const edges = fc.constantFrom(0, 1, 1_000_000, 1_000_001, 9_999_999, 10_000_000, 99_999_999, 100_000_000)
  fc.assert(
    fc.property(
      fc.constantFrom('agencyId', 'projectedClients', 'projectedUsers'),
      fc.oneof(edges, fc.integer(), fc.double(), fc.constant(undefined)),
      (field, value) => {
        expect(whyNotNumber(field, value)).toBe(refusal(field, value))
      },
    ),
  )
})

test('the form and the server refuse the same names in the same words', () => {
  const names = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 110 }),
    fc.string({ maxLength: 110 }),
    fc.constantFrom('', '  ', 'a'.repeat(100), 'a'.repeat(101), 'a\u0000b', '\ud800', '\u202e'),
  )
  fc.assert(
    fc.property(names, (name) => {
      expect(whyNotName(name)).toBe(refusal('agencyName', name))
    }),
  )
})

test('a name is whole characters, each of them visible', () => {
  for (const name of ['a\u0000b', 'a\u0085b', 'a\tb', '\ud800'])
    expect(whyNotName(name)).toBe('Agency name must not hold control characters.')
  const invisible = [
    ['Smith\u202e', 'U+202E'],
    ['Smi\u200bth', 'U+200B'],
    ['\u3164', 'U+3164'],
    ['Smith\u2028Lee', 'U+2028'],
  ]
  for (const [name = '', code] of invisible)
    expect(whyNotName(name)).toBe(`Agency name must not contain the invisible character ${code}.`)
  for (const name of ['Smith & Søn', '漢', '😀', 'a'.repeat(100)]) expect(whyNotName(name)).toBeUndefined()
})
