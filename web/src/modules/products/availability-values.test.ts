import { expect, test } from 'vitest'
import { productOf } from '../../../test/marketplace-product.ts'
import { readAvailability, toAvailabilityValues, whyNotSaveAvailability } from './availability-values.ts'

const product = productOf({ enabled: true, overrideAgencies: [6938, 8951], minimumCMSVersion: '5.1.2' })
const saved = { status: 'enabled', overrides: '6938, 8951', minimumVersion: '5.1.2' } as const

test('the fields of the form are filled from the product', () => {
  expect(toAvailabilityValues(product)).toEqual(saved)
  expect(toAvailabilityValues(productOf({ enabled: false }))).toEqual({
    status: 'disabled',
    overrides: '',
    minimumVersion: '',
  })
})

test('the fields are read back, and what is no agency id is named', () => {
  const read = readAvailability({
    status: 'disabled',
    overrides: '8951\nsmith 6938',
    minimumVersion: ' 5.2 ',
  })
  expect(read).toEqual({
    availability: { enabled: false, overrideAgencies: [6938, 8951], minimumCMSVersion: '5.2' },
    problems: {},
    dropped: ['smith'],
  })
})

test.each([
  ['nothing has changed', saved, 'Nothing has changed.'],
  ['only the order differs', { ...saved, overrides: '8951 6938' }, 'Nothing has changed.'],
  ['the version is none', { ...saved, minimumVersion: '5..1' }, 'Correct the marked fields.'],
  ['the status differs', { ...saved, status: 'disabled' as const }, undefined],
  ['an agency is added', { ...saved, overrides: '6938, 8951, 7' }, undefined],
])('when %s, saving says: %3$s', (_name, values, expected) => {
  expect(whyNotSaveAvailability(product, values)).toBe(expected)
})
