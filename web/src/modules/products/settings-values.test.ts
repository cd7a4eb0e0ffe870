import { ChangedProduct, NewProduct } from '@agency-support/contract/modules/product-shapes'
import { expect, test } from 'vitest'
import { productOf } from '../../../test/marketplace-product.ts'
import { allErrors } from '../../components/forms/form-state.ts'
import { newSettings, settingsRules, toSentSettings, toSettingsValues } from './settings-values.ts'

const plain = productOf()
const product = {
  ...plain,
  name: 'Video Proposals',
  providerName: 'Acme',
  description: 'Records what an agent says.',
  vendorId: 12,
  enableVendorDomain: true,
  enableVendorWrite: true,
  itemId: 34,
  marketplaceOptions: {
    ...plain.marketplaceOptions,
    actionButtonLabel: 'Buy it',
    actionButtonUrl: 'https://acme.test/buy',
    manageButtonLabel: 'Manage it',
    manageButtonUrl: 'https://acme.test/manage',
    forceOptIn: true,
    termsAndConditionsLabel: 'Terms',
    termsAndConditionsUrl: 'https://acme.test/terms',
    helpContentUrl: 'https://acme.test/help',
    emailNotifications: true,
  },
  productCatalogOptions: { productCategoryId: 3, minimumCMSVersion: '5.1' },
}

test('the settings of a product go through the form unchanged', () => {
  const saved = toSettingsValues(product)
  const sent = toSentSettings(saved, saved)
  const { dataSharingOptIn: _sharing, logoPath: _logo, ...marketplaceOptions } = product.marketplaceOptions
  expect(sent).toEqual({
    name: product.name,
    providerName: product.providerName,
    description: product.description,
    vendorId: 12,
    enableVendorDomain: true,
    enableVendorWrite: true,
    itemId: 34,
    marketplaceOptions,
    productCatalogOptions: { productCategoryId: 3 },
  })
  // The call refuses fields that it does not know, and those that are missing.
  const { vendorId: _vendor, enableVendorWrite: _write, ...changed } = sent
  expect(ChangedProduct.parse({ ...changed, id: 7, version: 1 })).toMatchObject(changed)
})

test('a list shows which of its choices the product has, and the one for none', () => {
  expect(toSettingsValues(product)).toMatchObject({ vendorId: '12', productCategoryId: '3', itemId: '34' })
  expect(toSettingsValues(plain).itemId).toBe('0')
  expect(toSentSettings(toSettingsValues(plain), newSettings).itemId).toBeNull()
})

test('a new product has the two labels and nothing else; the form says what it lacks', () => {
  const filled = Object.entries(newSettings).filter(([, value]) => value !== '' && value !== false)
  expect(Object.fromEntries(filled)).toEqual({
    actionButtonLabel: 'Buy Now',
    manageButtonLabel: 'Manage',
    vendorId: '0',
    productCategoryId: '0',
    itemId: '0',
  })
  const shown = allErrors(settingsRules, newSettings)
  expect(shown).toMatchObject({ name: 'This field is required.' })
  const refused = NewProduct.safeParse(toSentSettings(newSettings, newSettings)).error?.issues ?? []
  expect(shown).toEqual(Object.fromEntries(refused.map(({ path, message }) => [path.at(-1), message])))
})

test('[PROD-EDIT-22] the form refuses vendor write without opt-in, and without vendor data sync', () => {
  const saved = toSettingsValues(product)
  expect(allErrors(settingsRules, saved)).toEqual({})
  for (const without of [{ forceOptIn: false }, { enableVendorDomain: false }])
    expect(allErrors(settingsRules, { ...saved, ...without })).toEqual({
      enableVendorWrite: 'Read/Write requires Opt In and Vendor Data Sync',
    })
})

test('[PROD-EDIT-21] terms that are switched off block no save, and what the server refuses of them is not sent', () => {
  const saved = toSettingsValues(product)
  const typed = {
    ...saved,
    termsAndConditionsLabel: 'Other terms',
    termsAndConditionsUrl: 'acme.test/terms',
    enableVendorWrite: false,
  }
  expect(allErrors(settingsRules, typed)).toEqual({
    termsAndConditionsUrl: 'Enter an address that begins with https:// or http://.',
  })
  const off = { ...typed, forceOptIn: false }
  expect(allErrors(settingsRules, off)).toEqual({})
  const sent = toSentSettings(off, saved)
  expect(sent.marketplaceOptions).toMatchObject({
    forceOptIn: false,
    termsAndConditionsLabel: 'Other terms',
    termsAndConditionsUrl: 'https://acme.test/terms',
  })
  expect(NewProduct.safeParse(sent).error).toBeUndefined()
})
