/** Addresses of this room. */
export const journalPaths = { journal: '/journal' } as const
