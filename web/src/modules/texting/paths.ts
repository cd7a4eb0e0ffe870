/** Addresses of this module. */
export const textingPaths = {
  tcrReport: '/reports/tcr/summary',
  tcrCleanup: '/reports/tcr/orphans',
} as const
