/** Addresses of this module. */
export const activityPaths = {
  signins: '/reports/signins',
} as const
