/** Texts of this module. */
export const journalMessages = {
  wentWrong: 'Something went wrong',
  /** What an empty history says, by whose acts are shown. */
  noneBy: {
    people: 'Nobody has done anything here yet.',
    software: 'The agency’s software has told nothing yet.',
    all: 'Nothing has happened yet.',
  },
  noneOfKind: 'No events of this kind.',
  nothingFits: 'No matching entries',
} as const
