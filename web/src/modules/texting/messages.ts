/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const textingMessages = {
  tcrReport: 'TCR Report',
  tcrCleanup: 'TCR Cleanup',
  noResults: 'No Results',
  wentWrong: 'Something went wrong',
  noTcrRecords: 'No agencies enabled or activated for this product.',
} as const
