import { expect, test } from 'vitest'
import { findVendorProblems, type VendorFields, vendorLabels } from './vendors.ts'

const good: VendorFields = {
  name: 'Acme',
  email: '',
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
  city: '',
  state: '',
  zipCode: '',
}
const problems = (change: Partial<VendorFields>) => findVendorProblems({ ...good, ...change })

test('[VENDORS-07] only the name is required', () => {
  expect(problems({})).toEqual({})
  expect(problems({ name: ' ' })).toEqual({ name: 'This field is required.' })
})

test('blanks around a text count for nothing, and a text may be as long as its bound', () => {
  const most = (length: number) => ` ${'x'.repeat(length)} `
  const address = { addressLine1: most(100), addressLine2: most(100), city: most(60), state: most(20) }
  expect(problems({ ...address, email: ' ann@lee.example ', zipCode: ' 123456789 ' })).toEqual({})
})

test('each field of the dialog has a name of its own', () => {
  const labels = Object.values(vendorLabels)
  for (const label of labels) expect(label).toMatch(/^[A-Z][A-Za-z1-3 ]+$/)
  expect(new Set(labels).size).toBe(labels.length)
})

test('[VENDORS-08] an email address is well formed or absent', () => {
  for (const email of ['ann@lee.example', "o'neil+x@mail.lee.example"])
    expect(problems({ email })).toEqual({})
  for (const email of [
    'ann@lee.example\r\nBcc: eve@lee.example',
    'ann',
    'ann@lee',
    'a b@lee.example',
    'ann@lee.example,bob@lee.example',
    '@lee.example',
  ])
    expect(problems({ email })).toEqual({ email: 'Invalid e-mail' })
})

test('[VENDORS-09] [VENDORS-10] a zip code is digits first, then at most nine', () => {
  expect(problems({ zipCode: '123456789' })).toEqual({})
  expect(problems({ zipCode: '1234-56789012' })).toEqual({ zipCode: 'This field only accept numbers' })
  expect(problems({ zipCode: '1234567890' })).toEqual({ zipCode: 'Zip can be a max of 9 characters' })
})

test('a name or address with an invisible character is refused, and the sentence names it', () => {
  expect(problems({ name: 'Ac\u200bme', city: 'Omaha\nNE', state: '\u202eEN' })).toEqual({
    name: 'Vendor Name must not contain the invisible character U+200B.',
    city: 'City must not contain the invisible character U+000A.',
    state: 'State must not contain the invisible character U+202E.',
  })
  expect(problems({ email: 'ann\u200b@lee.example' })).toEqual({ email: 'Invalid e-mail' })
})

test.each([
  ['name', 'Vendor Name', 100, ''],
  ['addressLine1', 'Address Line 1', 100, ''],
  ['addressLine2', 'Address Line 2', 100, ''],
  ['addressLine3', 'Address Line 3', 100, ''],
  ['city', 'City', 60, ''],
  ['state', 'State', 20, ''],
  ['email', 'Vendor Email', 254, '@lee.example'],
] as const)('[MKT-18] %s, called %s, has at most %i characters', (field, label, most, end) => {
  expect(problems({ [field]: end.padStart(most, 'x') })).toEqual({})
  expect(problems({ [field]: end.padStart(most + 1, 'x') })).toEqual({
    [field]: `${label} must be at most ${most} characters.`,
  })
})
