/** Addresses of this module. */
export const operationsPaths = { status: '/operations' } as const
