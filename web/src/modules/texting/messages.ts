/** Texts of this module, to the letter of the documents and of the decisions that fill their gaps. */
export const textingMessages = {
  tcrReport: 'TCR Report',
  tcrCleanup: 'TCR Cleanup',
  noResults: 'No Results',
  wentWrong: 'Something went wrong',
  noTcrRecords: 'No agencies enabled or activated for this product.',
} as const
