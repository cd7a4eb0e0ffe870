/** Addresses of this module. */
export const reportPaths = {
  billing: '/reports/product-billing',
  activation: '/reports/product-activation',
  events: '/reports/subscription-events',
} as const
