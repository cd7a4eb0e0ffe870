/** Addresses of this room. */
export const seatPaths = { report: '/seatManagement' } as const
