import { expect, test } from 'vitest'
import {
  categoryLabel,
  findSettingsProblems,
  isPageAddress,
  productCategories,
  type ProductSettings,
  settingsLabels,
} from './products.ts'

const good: ProductSettings = {
  name: 'Rater',
  providerName: 'Harborlight',
  description: 'Rates.',
  vendorId: 3,
  productCategoryId: 999,
  actionButtonLabel: 'Buy Now',
  actionButtonUrl: 'https://a.example/buy',
  manageButtonLabel: 'Manage',
  manageButtonUrl: 'http://a.example/manage',
  forceOptIn: false,
  termsAndConditionsLabel: '',
  termsAndConditionsUrl: '',
  helpContentUrl: '',
  emailNotifications: false,
  enableVendorDomain: false,
  enableVendorWrite: false,
  itemId: null,
}
const problems = (change: Partial<ProductSettings>) => findSettingsProblems({ ...good, ...change })

test('[PROD-EDIT-17] [PROD-EDIT-18] each required field says so, blanks included, and only those', () => {
  expect(problems({})).toStrictEqual({})
  const required = [
    'name',
    'providerName',
    'description',
    'actionButtonLabel',
    'actionButtonUrl',
    'manageButtonLabel',
    'manageButtonUrl',
  ] as const
  for (const field of required)
    expect(problems({ [field]: ' ' })).toEqual({ [field]: 'This field is required.' })
  for (const field of ['productCategoryId', 'vendorId'] as const)
    for (const id of [0, -1])
      expect(problems({ [field]: id })).toEqual({ [field]: 'This field is required.' })
})

test('[PRODUCTS-26] a category that is none of the five is unknown', () => {
  for (const id of [1, 2, 3, 4, 999]) expect(problems({ productCategoryId: id })).toEqual({})
  for (const odd of [5, 998, 1_000])
    expect(problems({ productCategoryId: odd })).toEqual({ productCategoryId: 'Category is unknown.' })
})

test('[PROD-EDIT-19] the item mapping is required with vendor data sync alone', () => {
  expect(problems({ enableVendorDomain: true })).toEqual({ itemId: 'This field is required.' })
  expect(problems({ enableVendorDomain: true, itemId: 4 })).toEqual({})
})

test('[PROD-EDIT-20] [PROD-EDIT-21] the terms are required with forced opt-in alone', () => {
  const terms = 'Terms and Conditions are required.'
  expect(problems({ forceOptIn: true })).toEqual({
    termsAndConditionsLabel: terms,
    termsAndConditionsUrl: terms,
  })
  expect(
    problems({ forceOptIn: true, termsAndConditionsLabel: ' ', termsAndConditionsUrl: 'https://a.example' }),
  ).toEqual({
    termsAndConditionsLabel: terms,
  })
  expect(
    problems({
      forceOptIn: true,
      termsAndConditionsLabel: 'Terms',
      termsAndConditionsUrl: 'https://a.example',
    }),
  ).toEqual({})
})

test('[PROD-EDIT-22] vendor write needs both vendor data sync and forced opt-in', () => {
  const terms = { termsAndConditionsLabel: 'Terms', termsAndConditionsUrl: 'https://a.example/terms' }
  const says = 'Read/Write requires Opt In and Vendor Data Sync'
  for (const [enableVendorDomain, forceOptIn] of [
    [false, false],
    [true, false],
    [false, true],
  ] as const) {
    const found = problems({ ...terms, enableVendorWrite: true, enableVendorDomain, forceOptIn, itemId: 1 })
    expect(found).toEqual({ enableVendorWrite: says })
  }
  expect(
    problems({ ...terms, enableVendorWrite: true, enableVendorDomain: true, forceOptIn: true, itemId: 1 }),
  ).toEqual({})
})

const page = 'https://a.example/'
test.each([
  ['name', 'Product Name', 100, ''],
  ['providerName', 'Provider Name', 100, ''],
  ['description', 'Description', 2_000, ''],
  ['actionButtonLabel', 'Action Button Label', 50, ''],
  ['actionButtonUrl', 'Action Button URL', 2_000, page],
  ['manageButtonLabel', 'Manage Button Label', 50, ''],
  ['manageButtonUrl', 'Manage Button URL', 2_000, page],
  ['termsAndConditionsLabel', 'Terms and Conditions Label', 50, ''],
  ['termsAndConditionsUrl', 'Terms and Conditions URL', 2_000, page],
  ['helpContentUrl', 'Help Content URL', 2_000, page],
] as const)('[MKT-18] %s, called %s, has at most %i characters', (field, label, most, start) => {
  expect(problems({ [field]: start.padEnd(most, 'x') })).toEqual({})
  expect(problems({ [field]: start.padEnd(most + 1, 'x') })).toEqual({
    [field]: `${label} must be at most ${most} characters.`,
  })
})

test('a name, a label or an address with an invisible character is refused, and the sentence names it', () => {
  expect(
    problems({
      name: 'Rater\u202e',
      manageButtonLabel: 'Man\u00adage',
      actionButtonUrl: 'https://a.example/buy\u200b',
    }),
  ).toEqual({
    name: 'Product Name must not contain the invisible character U+202E.',
    manageButtonLabel: 'Manage Button Label must not contain the invisible character U+00AD.',
    actionButtonUrl: 'Action Button URL must not contain the invisible character U+200B.',
  })
  expect(problems({ name: 'One\nTwo' })).toEqual({
    name: 'Product Name must not contain the invisible character U+000A.',
  })
  expect(problems({ description: 'One line,\nand another.' })).toEqual({})
})

test('[MKT-19] a page address is http or https and nothing else', () => {
  const says = 'Enter an address that begins with https:// or http://.'
  for (const url of [
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://a.example',
    '//evil.example',
    String.raw`\\evil.example`,
    'ftp://a.example',
    'a.example',
    'https://',
    'data:text/html,x',
  ])
    expect(problems({ helpContentUrl: url })).toEqual({ helpContentUrl: says })
  for (const url of ['http://a.example', 'HTTPS://a.example/x?y#z']) expect(isPageAddress(url)).toBe(true)
  for (const url of [
    ' https://a.example',
    'https://a.example/b c',
    'https://a.example:99999',
    'http:a.example',
  ])
    expect(isPageAddress(url), url).toBe(false)
  expect(problems({ termsAndConditionsUrl: 'x', actionButtonUrl: 'y', manageButtonUrl: 'z' })).toEqual({
    termsAndConditionsUrl: says,
    actionButtonUrl: says,
    manageButtonUrl: says,
  })
})

test("[PRODUCTS-26] four categories begin with the provider's brand, the last does not", () => {
  expect(productCategories.map((one) => [one.id, categoryLabel(one, 'Harborlight')])).toEqual([
    [1, 'Harborlight Cloud'],
    [2, 'Harborlight Brand'],
    [3, 'Harborlight Partner'],
    [4, 'Harborlight Recommended'],
    [999, 'Uncategorized'],
  ])
})

test('each field of the form has a name of its own', () => {
  const labels = Object.values(settingsLabels)
  for (const label of labels) expect(label).toMatch(/^[A-Z][A-Za-z ]+$/)
  expect(new Set(labels).size).toBe(labels.length)
})
