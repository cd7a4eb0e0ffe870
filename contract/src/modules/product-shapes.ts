import { z } from 'zod'
import { canBeStored, lastChange, ReadVersion, trueOrFalse } from '../fields.ts'
import { cleanOverrides, findAvailabilityProblems, maxOverrides } from '../rules/product-availability.ts'
import { findSettingsProblems, productTexts, settingsLabels, type SettingsField } from '../rules/products.ts'
import { findVendorProblems, vendorLabels, type VendorField } from '../rules/vendors.ts'

const idSentence = 'productId must be a whole number from 1 to 2147483647.'
/** A product's id in a JSON body. */
export const ProductId = z
  .int(idSentence)
  .min(1, idSentence)
  .max(2_147_483_647, idSentence)
  .describe('Id of a marketplace product.')

/** The same in a path. */
export const ProductIdText = z
  .string(idSentence)
  .regex(/^[0-9]{1,10}$/, idSentence)
  .describe('Id of a marketplace product.')
  .transform(Number)
  .pipe(ProductId)

const fields = {
  id: z.int().describe('-1 when it is new.'),
  name: z.string().describe('Unique, whatever the case of its letters.'),
  enabled: z
    .boolean()
    .describe('Visible to all agencies but those of the override list; else to those alone.'),
  overrideAgencies: z.array(z.int()).describe('Agency ids, ascending; some may be of no agency.'),
  vendorId: z.int().describe('Of its vendor; stays from its creation on.'),
  vendorName: z.string().describe('Name of its vendor.'),
  providerName: z.string().describe('Who provides it, as agencies read it.'),
  description: z.string().describe('What agencies read of it.'),
  enableVendorDomain: z.boolean().describe('Vendor data sync.'),
  enableVendorWrite: z.boolean().describe('The vendor may write; stays from its creation on.'),
  itemId: z.int().nullable().describe('The legacy marketplace item it stands for; null for none.'),
  marketplaceOptions: z.object({
    actionButtonLabel: z.string().describe('Says Buy Now unless it is changed.'),
    actionButtonUrl: z.string().describe('Where the action button leads.'),
    manageButtonLabel: z.string().describe('Says Manage unless it is changed.'),
    manageButtonUrl: z.string().describe('Where the manage button leads.'),
    forceOptIn: z.boolean().describe('Agencies must agree to the terms first.'),
    termsAndConditionsLabel: z.string().describe('Empty for none.'),
    termsAndConditionsUrl: z.string().describe('Empty for none.'),
    helpContentUrl: z.string().describe('Empty for none.'),
    emailNotifications: z.boolean().describe('Agencies are notified of it by mail.'),
    dataSharingOptIn: z.boolean().describe('Agencies are asked to share data.'),
    logoPath: z.string().describe('Address of its logo on this server; empty for none.'),
  }),
  productCatalogOptions: z.object({
    productCategoryId: z.int().describe('1 Cloud, 2 Brand, 3 Partner, 4 Recommended, 999 Uncategorized.'),
    minimumCMSVersion: z.string().describe('Lowest version of the software that sees it; empty for any.'),
  }),
  subscribed: z.boolean().describe('At least one agency is subscribed.'),
  version: z.int().describe('Counts the changes of this record; a write sends back the one it read.'),
}

/** A marketplace product in lists, without its credentials. */
export const ListedProduct = z.object(fields)
export type ListedProduct = z.infer<typeof ListedProduct>

const ApiCredentials = z.object({
  apiKey: z.string().describe('Names the product to our interfaces.'),
  secretKeyLast4: z.string().describe('The end of the secret; the rest is never shown again.'),
})

/** A marketplace product (spec-002 §3). */
export const MarketplaceProduct = z.object({
  ...fields,
  apiCredentials: ApiCredentials.nullable().describe('Null before the first refresh of the secret.'),
  whyNotResend: z
    .string()
    .describe('Why its credentials cannot be mailed to the vendor; empty when they can.'),
})
export type MarketplaceProduct = z.infer<typeof MarketplaceProduct>

/** A product with its new secret. */
export const RefreshedProduct = z.object({
  apiCredentials: ApiCredentials,
  secretKey: z.string().describe('Shown this once.'),
  product: MarketplaceProduct,
})
export type RefreshedProduct = z.infer<typeof RefreshedProduct>

const text = (field: SettingsField): z.ZodString =>
  z
    .string(productTexts.required)
    .trim()
    .refine(canBeStored, `${settingsLabels[field]} must be well-formed text.`)
    .describe(`${settingsLabels[field]}, as its form has it.`)
const optionalText = (field: SettingsField): z.ZodDefault<z.ZodString> =>
  text(field).default('').describe(`${settingsLabels[field]}; empty for none.`)
const flag = (field: SettingsField): z.ZodDefault<z.ZodBoolean> =>
  trueOrFalse(field).default(false).describe(`${settingsLabels[field]}; off unless it is sent.`)
const numberField = (field: SettingsField): z.ZodInt =>
  z
    .int(productTexts.required)
    .max(2_147_483_647, productTexts.unknown(settingsLabels[field]))
    .describe(`Number of the chosen one: ${settingsLabels[field]}.`)
const ItemId = z
  .union(
    [z.literal(''), z.null(), numberField('itemId').min(1, productTexts.required)],
    productTexts.required,
  )
  .default(null)
  .transform((given) => (given === '' ? null : given))
  .describe('The legacy marketplace item it stands for; null or empty for none.')

const options = {
  actionButtonLabel: text('actionButtonLabel'),
  actionButtonUrl: text('actionButtonUrl'),
  manageButtonLabel: text('manageButtonLabel'),
  manageButtonUrl: text('manageButtonUrl'),
  forceOptIn: flag('forceOptIn'),
  termsAndConditionsLabel: optionalText('termsAndConditionsLabel'),
  termsAndConditionsUrl: optionalText('termsAndConditionsUrl'),
  helpContentUrl: optionalText('helpContentUrl'),
  emailNotifications: flag('emailNotifications'),
}

const objectSentence = 'product must be an object.'
const settings = {
  name: text('name'),
  providerName: text('providerName'),
  description: text('description'),
  enableVendorDomain: flag('enableVendorDomain'),
  itemId: ItemId,
  marketplaceOptions: z
    .object(options, 'marketplaceOptions must be an object.')
    .describe('What agencies meet of it.'),
  productCatalogOptions: z
    .object(
      { productCategoryId: numberField('productCategoryId') },
      'productCatalogOptions must be an object.',
    )
    .describe('Where the catalogue has it.'),
}
const chosenOnce = { vendorId: numberField('vendorId'), enableVendorWrite: flag('enableVendorWrite') }

interface SentSettings {
  name: string
  providerName: string
  description: string
  enableVendorDomain: boolean
  itemId: number | null
  marketplaceOptions: z.output<z.ZodObject<typeof options>>
  productCatalogOptions: { productCategoryId: number }
}

/** Problems of settings, one issue each; fields that can no longer change are checked elsewhere. */
function judge(
  sent: SentSettings & { vendorId?: number; enableVendorWrite?: boolean },
  ctx: z.RefinementCtx,
): void {
  const { marketplaceOptions, productCatalogOptions, ...own } = sent
  const problems = findSettingsProblems({
    vendorId: 1,
    enableVendorWrite: false,
    ...own,
    ...marketplaceOptions,
    ...productCatalogOptions,
  })
  for (const [field, message] of Object.entries(problems))
    ctx.addIssue({ code: 'custom', path: [field], message })
}

/** Settings of an existing product; other fields are ignored. */
export const ChangedProduct = z
  .object({ id: ProductId, ...settings, version: ReadVersion }, objectSentence)
  .superRefine(judge)

const Overrides = z
  .array(z.unknown(), 'overrideAgencies must be a list of agency ids.')
  .max(2 * maxOverrides, 'overrideAgencies must be at most 20,000 entries.')
  .transform(cleanOverrides)
  .describe('Agency ids; what is none is dropped, each counts once.')

const availability = {
  enabled: trueOrFalse('enabled').describe('The global status.'),
  overrideAgencies: Overrides,
  minimumCMSVersion: z
    .string('minimumCMSVersion must be text.')
    .trim()
    .describe('Lowest version that sees it, such as 5.1.2; empty for any.'),
}

/** Sent as documented and ignored: a new product is disabled and without overrides (spec-002 §3, D-67). */
const template = {
  id: z.int('id must be a whole number.').optional().describe('-1, the id of a new product; ignored.'),
  enabled: availability.enabled.optional().describe('False for a new product; ignored.'),
  overrideAgencies: Overrides.optional().describe('Empty for a new product; ignored.'),
}

/** A product to be created, from its Settings; other fields are ignored. */
export const NewProduct = z
  .object({ ...template, ...settings, ...chosenOnce }, objectSentence)
  .superRefine(judge)
export type NewProduct = z.output<typeof NewProduct>

function judgeAvailability(
  sent: { enabled: boolean; overrideAgencies: number[]; minimumCMSVersion: string },
  ctx: z.RefinementCtx,
): void {
  for (const [field, message] of Object.entries(findAvailabilityProblems(sent)))
    ctx.addIssue({ code: 'custom', path: [field], message })
}

/** What the Availability tab saves. */
export const Availability = z
  .object({ productId: ProductId, ...availability, version: ReadVersion })
  .superRefine(judgeAvailability)

/** A whole product: id -1 creates one, otherwise Settings and Availability are saved. */
export const SavedProduct = z
  .object(
    {
      id: z.union([z.literal(-1), ProductId], 'id must be -1 or the id of a product.'),
      ...settings,
      vendorId: chosenOnce.vendorId.default(0),
      enableVendorWrite: chosenOnce.enableVendorWrite,
      enabled: availability.enabled.optional(),
      overrideAgencies: Overrides.optional(),
      productCatalogOptions: settings.productCatalogOptions.extend({
        minimumCMSVersion: availability.minimumCMSVersion.default(''),
      }),
      version: ReadVersion,
    },
    objectSentence,
  )
  .superRefine((sent, ctx) => {
    const { enabled, overrideAgencies, productCatalogOptions, vendorId, enableVendorWrite, ...own } = sent
    if (sent.id === -1) return judge({ ...own, productCatalogOptions, vendorId, enableVendorWrite }, ctx)
    judge({ ...own, productCatalogOptions }, ctx)
    if (enabled === undefined || overrideAgencies === undefined)
      return ctx.addIssue({ code: 'custom', message: 'enabled and overrideAgencies are missing.' })
    judgeAvailability({ enabled, overrideAgencies, ...productCatalogOptions }, ctx)
  })

/** Who saved the same form meanwhile, and what differs. Sent with code 409. */
export const StaleForm = z.object({
  ...lastChange,
  fields: z
    .array(
      z.object({
        field: z.string().describe('What the form calls it.'),
        current: z.string().describe('As it is now.'),
        yours: z.string().describe('As it was sent.'),
      }),
    )
    .describe('What is another now than was sent.'),
  version: z.int().describe('Send this one to overwrite knowingly.'),
})

/** A vendor of marketplace products (spec-002 §3). */
export const Vendor = z.object({
  id: z.int().describe('-1 when it is new.'),
  enabled: z.boolean().describe('Kept as false; nothing asks for it.'),
  name: z.string().describe('Unique, whatever the case of its letters.'),
  addressLine1: z.string().describe('Empty for none.'),
  addressLine2: z.string().describe('Empty for none.'),
  addressLine3: z.string().describe('Empty for none.'),
  city: z.string().describe('Empty for none.'),
  state: z.string().describe('As it was typed; empty for none.'),
  zipCode: z.string().describe('Digits; empty for none.'),
  email: z.string().describe('Where API credentials are mailed to; empty for none.'),
})
export type Vendor = z.infer<typeof Vendor>

const vendorText = (field: VendorField): z.ZodString =>
  z
    .string(`${vendorLabels[field]} must be text.`)
    .trim()
    .refine(canBeStored, `${vendorLabels[field]} must be well-formed text.`)
const vendorField = (field: VendorField): z.ZodDefault<z.ZodString> =>
  vendorText(field).default('').describe(`${vendorLabels[field]}, as the dialog has it.`)

/** A vendor to be created. */
export const NewVendor = z
  .object(
    {
      id: z.int('id must be a whole number.').optional().describe('-1, the id of a new vendor; ignored.'),
      enabled: trueOrFalse('enabled').optional().describe('False for a new vendor; ignored.'),
      name: vendorField('name'),
      email: vendorField('email'),
      addressLine1: vendorField('addressLine1'),
      addressLine2: vendorField('addressLine2'),
      addressLine3: vendorField('addressLine3'),
      city: vendorField('city'),
      state: vendorField('state'),
      zipCode: vendorField('zipCode'),
    },
    'vendor must be an object.',
  )
  .superRefine((vendor, ctx) => {
    for (const [field, message] of Object.entries(findVendorProblems(vendor)))
      ctx.addIssue({ code: 'custom', path: [field], message })
  })

/** An item of the legacy marketplace that a product may be mapped to. */
export const IntegrationProduct = z.object({
  name: z.string().describe('What the legacy marketplace calls it.'),
  itemId: z.int().describe('Its number in the legacy marketplace.'),
})
export type IntegrationProduct = z.infer<typeof IntegrationProduct>
