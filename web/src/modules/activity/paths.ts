/** Addresses of this module. */
export const activityPaths = {
  totals: '/reports/totals',
  signins: '/reports/signins',
} as const
