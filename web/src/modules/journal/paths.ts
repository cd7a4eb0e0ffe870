/** Addresses of this module. */
export const journalPaths = { journal: '/journal' } as const
