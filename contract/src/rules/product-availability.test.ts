import { expect, test } from 'vitest'
import {
  cleanOverrides,
  findAvailabilityProblems,
  isSameAvailability,
  overridesEffect,
  parseOverrides,
  whyNotVersion,
} from './product-availability.ts'

test('[PROD-EDIT-27] [MKT-20] overrides are ids between commas, blanks and lines; what is dropped is named', () => {
  expect(parseOverrides('20, 3,x,20,,-2,3.5,1e3')).toEqual({
    agencyIds: [3, 20],
    dropped: ['x', '-2', '3.5', '1e3'],
  })
  expect(parseOverrides(' 00000007\n99999999\t8 0 100000000 ٣')).toEqual({
    agencyIds: [7, 8, 99_999_999],
    dropped: ['0', '100000000', '٣'],
  })
  expect(parseOverrides('\u200b6938, 8951\u200b')).toEqual({ agencyIds: [6938, 8951], dropped: [] })
  expect(cleanOverrides([20, 3, 'x', 20, null, -2, 3.5, 1e9])).toEqual([3, 20])
  expect(cleanOverrides([100_000_000, 99_999_999, 1, 0])).toEqual([1, 99_999_999])
})

test('[PROD-EDIT-24] [PROD-EDIT-25] a minimum version is digits and dots, or nothing at all', () => {
  for (const version of ['', '  ', '5', ' 5.1.2 ', '10.20']) expect(whyNotVersion(version)).toBeUndefined()
  for (const version of ['v5', '5,1', '5.1-2'])
    expect(whyNotVersion(version)).toBe('Invalid Minimum Version (Sample Version Input: 5.1.2)')
  expect(whyNotVersion('1'.repeat(20))).toBeUndefined()
  expect(whyNotVersion('1'.repeat(21))).toBe('Minimum CMS Version must be at most 20 characters.')
})

test('[PROD-EDIT-26] of several faults of a version the first of the order is reported', () => {
  const sample = '(Sample Version Input: 5.1.2)'
  expect(whyNotVersion('.5..x.')).toBe(`Invalid Minimum Version ${sample}`)
  expect(whyNotVersion('.5..1.')).toBe(`Invalid Minimum Version, cannot start with decimal. ${sample}`)
  expect(whyNotVersion('5..1.')).toBe(`Invalid Minimum Version, cannot end with decimal. ${sample}`)
  expect(whyNotVersion('5..1')).toBe(`Invalid Minimum Version, cannot have repeating decimals. ${sample}`)
})

test('[PROD-EDIT-30] status, set and version are a change; the order of the set is none', () => {
  const saved = { enabled: true, overrideAgencies: [3, 20], minimumCMSVersion: '5.1' }
  expect(isSameAvailability(saved, { ...saved, overrideAgencies: [20, 3, 20] })).toBe(true)
  expect(isSameAvailability(saved, { ...saved, overrideAgencies: [20] })).toBe(false)
  expect(isSameAvailability(saved, { ...saved, enabled: false })).toBe(false)
  expect(isSameAvailability(saved, { ...saved, minimumCMSVersion: '5.2' })).toBe(false)
  const blanks = { ...saved, minimumCMSVersion: ' 5.1 ' }
  expect([isSameAvailability(saved, blanks), isSameAvailability(blanks, saved)]).toEqual([true, true])
})

test('[MKT-20] a list holds at most 10,000 ids', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
  const found = (count: number) =>
    findAvailabilityProblems({ enabled: true, overrideAgencies: ids(count), minimumCMSVersion: '' })
  expect(found(10_000)).toStrictEqual({})
  expect(found(10_001)).toEqual({ overrideAgencies: 'At most 10,000 agencies can be listed.' })
})

test('[PROD-EDIT-24] a minimum version that is none is reported at its field', () => {
  const form = { enabled: true, overrideAgencies: [], minimumCMSVersion: '5.' }
  expect(findAvailabilityProblems(form)).toEqual({ minimumCMSVersion: whyNotVersion('5.') })
})

test('the effect of the overrides is one sentence', () => {
  expect(overridesEffect(true, 0)).toBe('Visible to all agencies.')
  expect(overridesEffect(false, 0)).toBe('Hidden from all agencies.')
  expect(overridesEffect(true, 1)).toBe('Visible to all agencies except this one.')
  expect(overridesEffect(false, 1_200)).toBe('Hidden from all agencies except these 1,200.')
})
