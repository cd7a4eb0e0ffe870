import type { In } from '@agency-support/contract/call'
import type {
  ListedProduct,
  MarketplaceProduct,
  Vendor,
} from '@agency-support/contract/modules/product-shapes'
import { type products, resendRefusals } from '@agency-support/contract/modules/products'
import type { Services } from '../../calls/context.ts'
import type { ProductRow, SettingsRow } from './products-store.ts'
import type { VendorRow } from './vendors-store.ts'

/** URL of a product's logo; empty without one. */
function logoPath({ product_id: id, logo_digest: digest }: ProductRow): string {
  return digest === '' ? '' : `/api/file/${id}/logo?v=${digest}`
}

/** A row as lists receive it. */
export function listedView(row: ProductRow): ListedProduct {
  return {
    id: row.product_id,
    name: row.name,
    enabled: row.enabled,
    overrideAgencies: row.overrides,
    vendorId: row.vendor_id,
    vendorName: row.vendor_name,
    providerName: row.provider_name,
    description: row.description,
    enableVendorDomain: row.vendor_data_sync,
    enableVendorWrite: row.vendor_write,
    itemId: row.item_id,
    marketplaceOptions: {
      actionButtonLabel: row.action_label,
      actionButtonUrl: row.action_url,
      manageButtonLabel: row.manage_label,
      manageButtonUrl: row.manage_url,
      forceOptIn: row.force_opt_in,
      termsAndConditionsLabel: row.terms_label,
      termsAndConditionsUrl: row.terms_url,
      helpContentUrl: row.help_url,
      emailNotifications: row.email_notifications,
      dataSharingOptIn: row.data_sharing_opt_in,
      logoPath: logoPath(row),
    },
    productCatalogOptions: {
      productCategoryId: row.category_id,
      minimumCMSVersion: row.minimum_version,
    },
    subscribed: row.subscribed,
    version: row.version,
  }
}

/** Why the credentials cannot be mailed; undefined if they can. */
export function whyNotResend(
  { sendGrid }: Pick<Services, 'sendGrid'>,
  row: ProductRow,
): keyof typeof resendRefusals | undefined {
  if (!sendGrid.canSend) return 'notSetUp'
  if (row.api_key === null) return 'noCredentials'
  return row.vendor_email === '' ? 'noEmail' : undefined
}

/** A row as the editor receives it. */
export function productView(row: ProductRow, services: Pick<Services, 'sendGrid'>): MarketplaceProduct {
  const { api_key: apiKey, api_secret_last4: secretKeyLast4 } = row
  const why = whyNotResend(services, row)
  return {
    ...listedView(row),
    apiCredentials: apiKey === null || secretKeyLast4 === null ? null : { apiKey, secretKeyLast4 },
    whyNotResend: why === undefined ? '' : resendRefusals[why][1],
  }
}

type SentSettings = Omit<In<typeof products.update>['product'], 'id' | 'version'>

/** Settings of a request as columns. */
export function toSettingsRow(sent: SentSettings): SettingsRow {
  const { marketplaceOptions: options } = sent
  return {
    name: sent.name,
    provider_name: sent.providerName,
    description: sent.description,
    vendor_data_sync: sent.enableVendorDomain,
    item_id: sent.itemId,
    category_id: sent.productCatalogOptions.productCategoryId,
    action_label: options.actionButtonLabel,
    action_url: options.actionButtonUrl,
    manage_label: options.manageButtonLabel,
    manage_url: options.manageButtonUrl,
    force_opt_in: options.forceOptIn,
    terms_label: options.termsAndConditionsLabel,
    terms_url: options.termsAndConditionsUrl,
    help_url: options.helpContentUrl,
    email_notifications: options.emailNotifications,
  }
}

/** A vendor as its wire shape. */
export function vendorView(row: VendorRow): Vendor {
  return {
    id: row.vendor_id,
    enabled: row.enabled,
    name: row.name,
    addressLine1: row.address_line1,
    addressLine2: row.address_line2,
    addressLine3: row.address_line3,
    city: row.city,
    state: row.state,
    zipCode: row.zip_code,
    email: row.email,
  }
}
