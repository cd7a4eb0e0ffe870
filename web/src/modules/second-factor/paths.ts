/** Addresses of this room. */
export const secondFactorPaths = { security: '/security' } as const
