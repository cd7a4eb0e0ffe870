/** Number of e-signature among the products with keys. */
export const productKey = 3
