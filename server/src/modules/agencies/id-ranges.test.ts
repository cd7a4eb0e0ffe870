import { padAgencyId } from '@agency-support/contract/ids'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idRanges } from './id-ranges.ts'

test('the ranges of 69 and of 0069', () => {
  expect(idRanges('69').slice(0, 3)).toEqual([
    [69, 69],
    [690, 699],
    [6900, 6999],
  ])
  expect(idRanges('69').at(-1)).toEqual([69_000_000, 69_999_999])
  expect(idRanges('0069')).toEqual([[690_000, 699_999]])
})

test('an id lies in a range exactly when its plain or padded form begins with the digits', () => {
  const digits = fc.stringMatching(/^[0-9]{1,8}$/)
  fc.assert(
    fc.property(digits, fc.integer({ min: 1, max: 99_999_999 }), fc.boolean(), (typed, anyId, near) => {
      const id = near ? Math.max(1, Number(typed.padEnd(8, '5').slice(0, 1 + (anyId % 8)))) : anyId
      const begins = String(id).startsWith(typed) || padAgencyId(id).startsWith(typed)
      expect(idRanges(typed).some(([first, last]) => first <= id && id <= last)).toBe(begins)
    }),
    { numRuns: 2_000 },
  )
})
