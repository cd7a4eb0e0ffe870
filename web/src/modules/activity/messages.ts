/** Texts of this module, to the letter of the documents and of the decisions that fill their gaps. */
export const activityMessages = {
  noResults: 'No Results',
  noneFound: 'No events found for the requested timeframe',
  wentWrong: 'Something went wrong',
} as const
