import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareVersions, judgeVisibility } from './product-visibility.ts'

test('[MKT-29] versions compare part by part as numbers, and no version is below every other', () => {
  expect(compareVersions('5.10', '5.9')).toBe(1)
  expect(compareVersions('12', '9')).toBe(1)
  expect(compareVersions('5.1', '5.1.0')).toBe(0)
  expect(compareVersions('5.1', '5.1.1')).toBe(-1)
  expect(compareVersions('HS 6', '6')).toBe(0)
  expect(compareVersions('HS 6', '5.99.99')).toBe(1)
  expect(compareVersions('', '0')).toBe(-1)
  expect(compareVersions('0', '')).toBe(1)
  expect(compareVersions('', 'unknown')).toBe(0)
})

const version = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 4 }).map((parts) => parts.join('.'))

test('[MKT-29] the order of versions is one: turned around it turns, and what is between stays between', () => {
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      expect(compareVersions(a, b) + compareVersions(b, a)).toBe(0)
      if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
        expect(compareVersions(a, c)).toBeLessThanOrEqual(0)
    }),
  )
})

test.each([
  [true, false, '5.1.0', true, 'global status'],
  [true, true, '5.1.0', false, 'override'],
  [false, false, '5.1.0', false, 'global status'],
  [false, true, '5.1.0', true, 'override'],
  [true, false, '5.0.9', false, 'minimum version 5.1'],
  [false, true, '5.0.9', false, 'minimum version 5.1'],
  [true, false, '', false, 'minimum version 5.1'],
])(
  '[MKT-28] enabled %s, overridden %s, version %j: visible %s by %s',
  (enabled, isOverridden, installed, visible, by) => {
    const judged = judgeVisibility({ enabled, minimumVersion: '5.1' }, { isOverridden, version: installed })
    expect(judged.visible).toBe(visible)
    expect(judged.reason).toContain(by)
  },
)

test('[MKT-28] without a minimum every version fits, none too', () => {
  expect(
    judgeVisibility({ enabled: true, minimumVersion: '' }, { isOverridden: false, version: '' }).visible,
  ).toBe(true)
})

test('[MKT-28] a product that is hidden by its minimum version says which version the agency has', () => {
  const reason = (version: string) =>
    judgeVisibility({ enabled: true, minimumVersion: '5.1' }, { isOverridden: false, version }).reason
  expect(reason('5.0.9')).toBe('Hidden by the minimum version 5.1: the agency has 5.0.9.')
  expect(reason('')).toBe('Hidden by the minimum version 5.1: the agency has no known version.')
})
