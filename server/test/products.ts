import type { ClientIn } from '@agency-support/contract/call'
import type { MarketplaceProduct } from '@agency-support/contract/modules/product-shapes'
import { products } from '@agency-support/contract/modules/products'
import { importDemoItems } from '@agency-support/sandbox/demo-data/products'
import type { TestClient } from './client.ts'

/** What a product is created from. */
export type NewProduct = ClientIn<typeof products.create>['product']

/** Settings that are right, of a product of this name. */
export function productSettings(name: string, vendorId: number): NewProduct {
  return {
    name,
    providerName: 'Harborlight',
    description: 'Does something.',
    vendorId,
    marketplaceOptions: {
      actionButtonLabel: 'Buy Now',
      actionButtonUrl: 'https://a.example/buy',
      manageButtonLabel: 'Manage',
      manageButtonUrl: 'https://a.example/manage',
    },
    productCatalogOptions: { productCategoryId: 3 },
  }
}

/** Settings that are right, each another than that of `productSettings`. */
export const otherSettings = {
  name: 'Updated Again',
  providerName: 'Lakeside',
  description: 'Does more.',
  enableVendorDomain: true,
  itemId: 7,
  marketplaceOptions: {
    actionButtonLabel: 'Order',
    actionButtonUrl: 'https://b.example/order',
    manageButtonLabel: 'Set up',
    manageButtonUrl: 'https://b.example/setup',
    forceOptIn: true,
    termsAndConditionsLabel: 'Our terms',
    termsAndConditionsUrl: 'https://b.example/terms',
    helpContentUrl: 'https://b.example/help',
    emailNotifications: true,
  },
} as const

/** Creates a vendor; its id. */
export async function createVendor(by: TestClient, name: string, email = ''): Promise<number> {
  const { data, message } = await by.call(products.createVendor, { vendor: { name, email } })
  if (data[0] === undefined) throw new Error(message)
  return data[0].id
}

/** Creates a product. */
export async function createProduct(by: TestClient, product: NewProduct): Promise<MarketplaceProduct> {
  const { data, message } = await by.call(products.create, { product })
  if (data[0] === undefined) throw new Error(message)
  return data[0]
}

/** Who sees a product, whose it is, and whether its vendor reads the data of agencies that opted in. */
export interface Availability {
  providerName?: string
  enabled?: boolean
  vendorDataSync?: boolean
  minimumVersion?: string
  overrides?: number[]
}

/** Creates a product of a vendor of its own and saves its availability; enabled unless said otherwise. Its id. */
export async function createAvailable(
  by: TestClient,
  databaseUrl: string,
  name: string,
  { enabled = true, vendorDataSync = false, minimumVersion = '', overrides = [], ...own }: Availability = {},
): Promise<number> {
  const settings = { ...productSettings(name, await createVendor(by, `Vendor of ${name}`)), ...own }
  if (vendorDataSync) await importDemoItems(databaseUrl)
  const mapping = { enableVendorDomain: vendorDataSync, itemId: vendorDataSync ? 101 : null }
  const { id: productId } = await createProduct(by, { ...settings, ...mapping })
  const { code, message } = await by.call(products.saveAvailability, {
    productId,
    enabled,
    overrideAgencies: overrides,
    minimumCMSVersion: minimumVersion,
  })
  if (code !== 0) throw new Error(message)
  return productId
}
