import { whyUnseen } from './characters.ts'

/** Maximum text lengths of products and vendors, in characters (D-41). */
export const maxLengths = {
  name: 100,
  description: 2_000,
  label: 50,
  url: 2_000,
  addressLine: 100,
  city: 60,
  state: 20,
  email: 254,
} as const

/** Problems of a product, as shown by form and server. */
export const productTexts = {
  required: 'This field is required.',
  terms: 'Terms and Conditions are required.',
  vendorWrite: 'Read/Write requires Opt In and Vendor Data Sync',
  url: 'Enter an address that begins with https:// or http://.',
  tooLong: (label: string, max: number) => `${label} must be at most ${max} characters.`,
  unknown: (label: string) => `${label} is unknown.`,
} as const

/** Product categories in the order of their dropdown (spec-002 §3); 0 on the wire means none. */
export const productCategories = [
  { id: 1, name: 'Cloud', isOfBrand: true },
  { id: 2, name: 'Brand', isOfBrand: true },
  { id: 3, name: 'Partner', isOfBrand: true },
  { id: 4, name: 'Recommended', isOfBrand: true },
  { id: 999, name: 'Uncategorized', isOfBrand: false },
] as const

/** The label of a category: those of the brand begin with the provider's name. */
export function categoryLabel(
  { name, isOfBrand }: { name: string; isOfBrand: boolean },
  providerName: string,
): string {
  return isOfBrand ? `${providerName} ${name}` : name
}

/** The values of a product's Settings form. */
export interface ProductSettings {
  name: string
  providerName: string
  description: string
  /** 0 for none. */
  vendorId: number
  /** 0 for none. */
  productCategoryId: number
  actionButtonLabel: string
  actionButtonUrl: string
  manageButtonLabel: string
  manageButtonUrl: string
  forceOptIn: boolean
  termsAndConditionsLabel: string
  termsAndConditionsUrl: string
  helpContentUrl: string
  emailNotifications: boolean
  /** Vendor data sync. */
  enableVendorDomain: boolean
  enableVendorWrite: boolean
  /** Null for none. */
  itemId: number | null
}
export type SettingsField = keyof ProductSettings

/** The labels of the Settings form, in order. */
export const settingsLabels: Readonly<Record<SettingsField, string>> = {
  name: 'Product Name',
  providerName: 'Provider Name',
  vendorId: 'Vendor',
  productCategoryId: 'Category',
  description: 'Description',
  actionButtonLabel: 'Action Button Label',
  actionButtonUrl: 'Action Button URL',
  manageButtonLabel: 'Manage Button Label',
  manageButtonUrl: 'Manage Button URL',
  helpContentUrl: 'Help Content URL',
  emailNotifications: 'Email Notifications',
  forceOptIn: 'Force Opt In',
  termsAndConditionsLabel: 'Terms and Conditions Label',
  termsAndConditionsUrl: 'Terms and Conditions URL',
  enableVendorDomain: 'Vendor Data Sync',
  itemId: 'Marketplace Item Mapping',
  enableVendorWrite: 'Enable Vendor Write',
}

const { name, description, label, url } = maxLengths
/** Text fields with their maximum length, in the form's order. */
const texts = [
  { field: 'name', max: name, isRequired: true, isUrl: false },
  { field: 'providerName', max: name, isRequired: true, isUrl: false },
  { field: 'description', max: description, isRequired: true, isUrl: false },
  { field: 'actionButtonLabel', max: label, isRequired: true, isUrl: false },
  { field: 'actionButtonUrl', max: url, isRequired: true, isUrl: true },
  { field: 'manageButtonLabel', max: label, isRequired: true, isUrl: false },
  { field: 'manageButtonUrl', max: url, isRequired: true, isUrl: true },
  { field: 'termsAndConditionsLabel', max: label, isRequired: false, isUrl: false },
  { field: 'termsAndConditionsUrl', max: url, isRequired: false, isUrl: true },
  { field: 'helpContentUrl', max: url, isRequired: false, isUrl: true },
] as const

/** True for a web URL that a link may use. */
export function isPageAddress(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false
  return ['http:', 'https:'].includes(new URL(text).protocol)
}

/** Problems of a product's settings, a sentence for each field; empty if they can be saved. */
export function findSettingsProblems(settings: ProductSettings): Partial<Record<SettingsField, string>> {
  const problems: Partial<Record<SettingsField, string>> = {}
  for (const { field, max, isRequired, isUrl } of texts) {
    const text = settings[field].trim()
    if (text === '' && isRequired) problems[field] = productTexts.required
    else if (text.length > max) problems[field] = productTexts.tooLong(settingsLabels[field], max)
    else if (isUrl && text !== '' && !isPageAddress(text)) problems[field] = productTexts.url
    // A description may have lines. Elsewhere such a character makes two names look alike, or an address lead elsewhere.
    const unseen = field === 'description' ? undefined : whyUnseen(settingsLabels[field], text)
    if (unseen !== undefined) problems[field] ??= unseen
  }
  const { productCategoryId: category } = settings
  if (category <= 0) problems.productCategoryId = productTexts.required
  else if (!productCategories.some(({ id }) => id === category))
    problems.productCategoryId = productTexts.unknown(settingsLabels.productCategoryId)
  if (settings.vendorId <= 0) problems.vendorId = productTexts.required
  if (settings.enableVendorDomain && settings.itemId === null) problems.itemId = productTexts.required
  if (settings.forceOptIn)
    for (const field of ['termsAndConditionsLabel', 'termsAndConditionsUrl'] as const)
      if (settings[field].trim() === '') problems[field] = productTexts.terms
  const vendorWrite = whyNotVendorWrite(settings)
  if (vendorWrite !== undefined) problems.enableVendorWrite = vendorWrite
  return problems
}

/** Why vendors cannot write: this requires data sync and the agencies' consent. */
export function whyNotVendorWrite(
  settings: Pick<ProductSettings, 'enableVendorDomain' | 'enableVendorWrite' | 'forceOptIn'>,
): string | undefined {
  const { enableVendorDomain, enableVendorWrite, forceOptIn } = settings
  return enableVendorWrite && !(enableVendorDomain && forceOptIn) ? productTexts.vendorWrite : undefined
}
