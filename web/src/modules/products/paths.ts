import { formatQuery } from '../../lib/address.ts'

/** Addresses of this module. */
export const productPaths = {
  list: '/products',
  /** The editor; -1 for a new product. */
  product: '/products/$productId',
  created: '/newProductCreated',
  vendors: '/vendors',
} as const

/** The editor of a product; without an id, of a new one. */
export function editProduct(productId = -1): string {
  return `${productPaths.list}/${productId}`
}

/** The vendor list, searching for a name. */
export function findVendor(name: string): string {
  return `${productPaths.vendors}${formatQuery({ q: name })}`
}
