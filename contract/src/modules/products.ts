import { z } from 'zod'
import { many, nothing, one, raw } from '../answer.ts'
import { moduleCalls, read, reportBody, write } from '../call.ts'
import { event } from '../event.ts'
import { ReadVersion, trueOrFalse } from '../fields.ts'
import { AgencyId, noAgency } from '../ids.ts'
import { P } from '../permissions.ts'
import { providerRefusals, unclearChange } from '../provider-refusals.ts'
import { logoSize, logoTexts } from '../rules/logo.ts'
import { command, get, multipart } from '../wire.ts'
import {
  Availability,
  ChangedProduct,
  IntegrationProduct,
  ListedProduct,
  MarketplaceProduct,
  NewProduct,
  NewVendor,
  ProductId,
  ProductIdText,
  RefreshedProduct,
  SavedProduct,
  StaleForm,
  Vendor,
} from './product-shapes.ts'

const path = '/application/request'
const needs = [P.ApplicationManagement]

const created = event('products.created', 'Product created', needs)
const settingsSaved = event('products.settingsSaved', 'Product settings saved', needs)
const availabilitySaved = event('products.availabilitySaved', 'Product availability saved', needs)
const dataSharingSet = event('products.dataSharingSet', 'Product data sharing set', needs)
const deleted = event('products.deleted', 'Product deleted', needs)
const secretRefreshed = event('products.secretRefreshed', 'Product secret refreshed', needs)
const credentialsSent = event('products.credentialsSent', 'API credentials sent', needs)
const logoUploaded = event('products.logoUploaded', 'Product logo uploaded', needs)
const vendorCreated = event('products.vendorCreated', 'Vendor created', needs)

/** Events of this module without a call: from the import on the command line, and from a change of SECRET_KEY. */
export const productEvents = [
  event('products.itemsImported', 'Marketplace items imported', needs),
  event('products.secretsReencrypted', 'Product secrets re-encrypted', needs),
] as const

const notFound = [2, 'Product not found'] as const
const noVendor = [422, 'There is no such vendor.'] as const
const exists = [409, 'Product already exists.'] as const
const stale = [
  409,
  '{changedBy} saved this form at {changedAt}. Your changes were not saved.',
  StaleForm,
] as const

/** Why credentials cannot be resent; shared by screen and server. */
export const resendRefusals = {
  notSetUp: [409, 'Mail is not set up.'],
  noCredentials: [409, 'This product has no API credentials.'],
  noEmail: [409, 'Its vendor has no email address.'],
} as const

const Product = z.object({ productId: ProductId })

export const products = moduleCalls('products', {
  list: read({
    about: 'The marketplace products by vendor and name; e-signature and texting are not among them.',
    at: command(path, 'ListMarketplaceProducts'),
    access: 'staff',
    input: z.object({}),
    answer: many(ListedProduct),
  }),
  integrationProducts: read({
    about: 'The legacy marketplace items that a product may stand for, by name.',
    at: command(path, 'ListMarketplaceIntegrationProducts'),
    access: 'staff',
    input: z.object({}),
    answer: many(IntegrationProduct),
  }),
  vendors: read({
    about: 'The vendors of marketplace products, by name.',
    at: command(path, 'GetVendors'),
    access: 'staff',
    input: z.object({}),
    answer: many(Vendor),
  }),
  product: read({
    about: 'One marketplace product.',
    at: command(path, 'GetMarketplaceProduct'),
    access: 'staff',
    needs,
    input: Product,
    answer: one(MarketplaceProduct),
    refusals: { notFound },
  }),
  visibility: read({
    about: 'Whether an agency sees a product, and by which of its settings.',
    at: command(path, 'GetProductVisibility'),
    access: 'staff',
    needs,
    input: z.object({ productId: ProductId, agencyId: AgencyId }),
    answer: one(
      z.object({
        visible: z.boolean().describe('Whether it sees the product now.'),
        reason: z.string().describe('The setting that decides it, in a sentence.'),
      }),
    ),
    refusals: { notFound, noAgency },
  }),
  overrideAgencies: read({
    about: 'The names of the agencies in the override list of a product, or of any others.',
    at: command(path, 'GetOverrideAgencyNames'),
    access: 'staff',
    needs,
    maxBody: reportBody,
    input: z.object({
      agencyIds: z
        .array(AgencyId, 'agencyIds must be a list of agency ids.')
        .max(10_000, 'agencyIds must be at most 10,000 agency ids.')
        .describe('Whose names are asked for.'),
    }),
    answer: many(
      z.object({ agencyId: AgencyId, name: z.string().describe('Empty when the agency has none.') }),
    ),
  }),
  createVendor: write({
    about: 'Create a vendor.',
    at: command(path, 'CreateMarketplaceVendor'),
    access: 'staff',
    needs,
    event: vendorCreated,
    input: z.object({ vendor: NewVendor.describe('What is to be created.') }),
    answer: one(Vendor),
    refusals: { exists: [409, 'Vendor already exists.'] },
  }),
  create: write({
    about: 'Create a product from its settings, disabled and without overrides.',
    at: command(path, 'CreateMarketplaceProduct'),
    access: 'staff',
    needs,
    event: created,
    input: z.object({ product: NewProduct.describe('What is to be created.') }),
    answer: one(MarketplaceProduct),
    refusals: { exists, noVendor },
  }),
  update: write({
    about: 'Change the settings of a product; all else that is sent with it is ignored.',
    at: command(path, 'UpdateMarketplaceProduct'),
    access: 'staff',
    needs,
    event: settingsSaved,
    input: z.object({ product: ChangedProduct.describe('Its settings.') }),
    answer: one(MarketplaceProduct),
    refusals: { notFound, exists, stale },
  }),
  save: write({
    about: 'Create a product (id -1), or change the settings and the availability of one.',
    at: command(path, 'SaveMarketplaceProduct'),
    access: 'staff',
    needs,
    maxBody: reportBody,
    event: [created, settingsSaved, availabilitySaved],
    input: z.object({ product: SavedProduct.describe('All of it.') }),
    answer: one(MarketplaceProduct),
    refusals: { notFound, exists, noVendor, stale },
  }),
  saveAvailability: write({
    about: 'Set which agencies see a product.',
    at: command(path, 'SaveMarketplaceProductAvailability'),
    access: 'staff',
    needs,
    maxBody: reportBody,
    event: availabilitySaved,
    input: Availability,
    answer: one(MarketplaceProduct),
    refusals: { notFound, stale },
  }),
  setDataSharing: write({
    about: 'Set whether agencies are asked to share data with a product.',
    at: command(path, 'SetMarketplaceDataSharing'),
    access: 'staff',
    needs,
    event: dataSharingSet,
    input: z.object({
      productId: ProductId,
      dataSharingOptIn: trueOrFalse('dataSharingOptIn').describe('Whether agencies are asked.'),
      version: ReadVersion,
    }),
    answer: one(MarketplaceProduct),
    refusals: { notFound, stale },
  }),
  remove: write({
    about: 'Delete a product to which no agency is subscribed; its history stays.',
    at: command(path, 'DeleteMarketplaceProduct'),
    access: 'staff',
    needs,
    event: deleted,
    input: Product,
    answer: one(z.object({ deleteSuccessful: z.literal(true).describe('Else the call is refused.') })),
    refusals: {
      notFound,
      subscribed: [
        409,
        'This product has {n} subscribed agencies.',
        z.object({ n: z.int().describe('How many agencies are subscribed.') }),
      ],
    },
  }),
  refreshSecretKey: write({
    about: 'Make a new API secret for a product, shown once; the one before ends.',
    at: command(path, 'RefreshMarketplaceProductApiSecretKey'),
    access: 'staff',
    needs,
    recent: true,
    event: secretRefreshed,
    input: Product,
    answer: one(RefreshedProduct, { once: true }),
    refusals: { notFound },
  }),
  resendCredentials: write({
    about: "Mail a product's API key and secret to its vendor.",
    at: command(path, 'ResendApiCredentials'),
    access: 'staff',
    needs,
    outside: true,
    event: credentialsSent,
    input: Product,
    answer: nothing(),
    refusals: {
      notFound,
      ...resendRefusals,
      lost: [409, 'The secret key cannot be read any more. Refresh it first.'],
      ...providerRefusals('SendGrid'),
      ...unclearChange('SendGrid', 'The mail may have been sent: ask the vendor before you send it again.'),
    },
  }),
  uploadLogo: write({
    about: `The logo of a product, a PNG of ${logoSize.width} x ${logoSize.height} pixels in the part File.`,
    at: multipart('/api/file/{id}/uploadLogo', {
      part: 'File',
      maxBytes: logoSize.bytes,
      tooLarge: logoTexts.tooLarge,
    }),
    access: 'staff',
    needs,
    outside: true,
    event: logoUploaded,
    input: z.object({ id: ProductIdText }),
    answer: one(MarketplaceProduct),
    refusals: { notFound },
  }),
  logo: read({
    about: "The picture at a product's logoPath.",
    at: get('/api/file/{id}/logo'),
    access: 'staff',
    input: z.object({
      id: ProductIdText,
      v: z
        .string('v must be text.')
        .optional()
        .describe('Of the logoPath, so that a new picture is asked for.'),
    }),
    answer: raw('image/png'),
  }),
})
