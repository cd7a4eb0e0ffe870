/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const activityMessages = {
  lastAdditions: 'Last 10 Additions',
  noAdditions: 'None yet.',
  noResults: 'No Results',
  noDrops: 'No environment has far fewer sign-ins than usual.',
  noneFound: 'No events found for the requested timeframe',
  wentWrong: 'Something went wrong',
} as const
