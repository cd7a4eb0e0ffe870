/** Texts of this module. */
export const journalMessages = {
  wentWrong: 'Something went wrong',
  empty: 'Nothing has happened yet.',
  nothingFits: 'No entries fit.',
} as const
