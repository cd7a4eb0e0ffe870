/** Addresses of this module. */
export const secondFactorPaths = { security: '/security' } as const
