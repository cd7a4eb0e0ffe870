/** Addresses of this module. */
export const alertPaths = {
  administration: '/status-admin',
} as const
