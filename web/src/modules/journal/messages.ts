/** Texts of this module. */
export const journalMessages = {
  wentWrong: 'Something went wrong',
  notInOrder: 'From must not be after To.',
  /** The text of an empty history, by whose actions are shown. */
  noneBy: {
    people: 'Nobody has done anything here yet.',
    software: 'The agency’s software has reported nothing yet.',
    all: 'Nothing has happened yet.',
  },
  noneOfKind: {
    people: 'No events of this kind by people.',
    software: 'No events of this kind by software.',
    all: 'No events of this kind.',
  },
  nothingFits: {
    people: 'No matching entries by people',
    software: 'No matching entries by software',
    all: 'No matching entries',
  },
} as const
