import type { ClientIn } from '@agency-support/contract/call'
import type { MarketplaceProduct } from '@agency-support/contract/modules/product-shapes'
import { products } from '@agency-support/contract/modules/products'
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
