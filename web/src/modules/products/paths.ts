/** Addresses of this module. */
export const productPaths = {
  list: '/products',
  /** The editor; -1 is a product to be created. */
  product: '/products/$productId',
  created: '/newProductCreated',
  vendors: '/vendors',
} as const

/** The editor of one product; without an id, of one to be created. */
export function editProduct(productId = -1): string {
  return `${productPaths.list}/${productId}`
}

/** The vendors that a name finds. */
export function findVendor(name: string): string {
  return `${productPaths.vendors}?${new URLSearchParams({ q: name }).toString()}`
}
