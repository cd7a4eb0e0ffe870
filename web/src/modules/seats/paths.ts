/** Addresses of this module. */
export const seatPaths = { report: '/seatManagement' } as const
