import type { MarketplaceProduct } from '@agency-support/contract/modules/product-shapes'
import {
  findSettingsProblems,
  type ProductSettings,
  type SettingsField,
} from '@agency-support/contract/rules/products'
import type { Rules } from '../../components/forms/form-state.ts'

/** Settings as form values: choices from a list are text. */
export type SettingsValues = Omit<ProductSettings, 'vendorId' | 'productCategoryId' | 'itemId'> & {
  vendorId: string
  productCategoryId: string
  itemId: string
}

const none = '0'

/** What a new product has besides its settings (spec-002 §3). */
export const newProduct = { id: -1, enabled: false, overrideAgencies: [] }

/** Initial values of a new product. */
export const newSettings: SettingsValues = {
  name: '',
  providerName: '',
  description: '',
  vendorId: none,
  productCategoryId: none,
  actionButtonLabel: 'Buy Now',
  actionButtonUrl: '',
  manageButtonLabel: 'Manage',
  manageButtonUrl: '',
  forceOptIn: false,
  termsAndConditionsLabel: '',
  termsAndConditionsUrl: '',
  helpContentUrl: '',
  emailNotifications: false,
  enableVendorDomain: false,
  enableVendorWrite: false,
  itemId: none,
}

/** The settings of a product as form values. */
export function toSettingsValues(product: MarketplaceProduct): SettingsValues {
  const { marketplaceOptions: options } = product
  return {
    name: product.name,
    providerName: product.providerName,
    description: product.description,
    vendorId: String(product.vendorId),
    productCategoryId: String(product.productCatalogOptions.productCategoryId),
    actionButtonLabel: options.actionButtonLabel,
    actionButtonUrl: options.actionButtonUrl,
    manageButtonLabel: options.manageButtonLabel,
    manageButtonUrl: options.manageButtonUrl,
    forceOptIn: options.forceOptIn,
    termsAndConditionsLabel: options.termsAndConditionsLabel,
    termsAndConditionsUrl: options.termsAndConditionsUrl,
    helpContentUrl: options.helpContentUrl,
    emailNotifications: options.emailNotifications,
    enableVendorDomain: product.enableVendorDomain,
    enableVendorWrite: product.enableVendorWrite,
    itemId: String(product.itemId ?? none),
  }
}

function toSettings(values: SettingsValues): ProductSettings {
  return {
    ...values,
    vendorId: Number(values.vendorId),
    productCategoryId: Number(values.productCategoryId),
    itemId: values.itemId === none ? null : Number(values.itemId),
  }
}

const terms = ['termsAndConditionsLabel', 'termsAndConditionsUrl'] as const

/** Terms count with Force Opt In alone: without it, one that would be refused is left as it was saved. */
function withTerms(values: SettingsValues, saved: SettingsValues): SettingsValues {
  if (values.forceOptIn) return values
  const problems = findSettingsProblems(toSettings(values))
  const left = terms.filter((field) => problems[field] !== undefined)
  return { ...values, ...Object.fromEntries(left.map((field) => [field, saved[field]])) }
}

/** The form values as input of the calls; `saved` are those that the server has. */
export function toSentSettings(values: SettingsValues, saved: SettingsValues) {
  const settings = toSettings(withTerms(values, saved))
  return {
    name: settings.name,
    providerName: settings.providerName,
    description: settings.description,
    vendorId: settings.vendorId,
    enableVendorDomain: settings.enableVendorDomain,
    enableVendorWrite: settings.enableVendorWrite,
    itemId: settings.itemId,
    marketplaceOptions: {
      actionButtonLabel: settings.actionButtonLabel,
      actionButtonUrl: settings.actionButtonUrl,
      manageButtonLabel: settings.manageButtonLabel,
      manageButtonUrl: settings.manageButtonUrl,
      forceOptIn: settings.forceOptIn,
      termsAndConditionsLabel: settings.termsAndConditionsLabel,
      termsAndConditionsUrl: settings.termsAndConditionsUrl,
      helpContentUrl: settings.helpContentUrl,
      emailNotifications: settings.emailNotifications,
    },
    productCatalogOptions: { productCategoryId: settings.productCategoryId },
  }
}

/** All fields of the form. */
export const settingsFields = Object.keys(newSettings) as SettingsField[]

/** The server's rules; a field that is switched off has no problem. */
export const settingsRules: Rules<SettingsValues> = Object.fromEntries(
  settingsFields.map((field) => [
    field,
    (_value: unknown, values: SettingsValues) =>
      findSettingsProblems(toSettings(withTerms(values, newSettings)))[field],
  ]),
)
