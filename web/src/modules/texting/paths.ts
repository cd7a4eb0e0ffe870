/** Addresses of this module. */
export const textingPaths = {
  tcrReport: '/reports/tcr/summary',
} as const
